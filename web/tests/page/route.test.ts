import { expect, test } from "vitest";

import { address, read, type Route } from "../../src/page/route";

const at = (path: string): Route => read(new URL(path, "https://armillary.example"));

test.each<[string, Route]>([
  ["/", { screen: "home" }],
  ["/new/skirmish", { screen: "new", game: "skirmish" }],
  ["/m/abc", { screen: "table", id: "abc", step: null, isLesson: false, from: null }],
  ["/m/abc?step=12", { screen: "table", id: "abc", step: 12, isLesson: false, from: null }],
  ["/m/abc/", { screen: "table", id: "abc", step: null, isLesson: false, from: null }],
  ["/m/abc?lesson", { screen: "table", id: "abc", step: null, isLesson: true, from: null }],
  ["/join/abc#secret", { screen: "join", id: "abc", secret: "secret" }],
  ["/join/abc", { screen: "join", id: "abc", secret: "" }],
  ["/rules/orbit#OS-3", { screen: "rules", game: "orbit", rule: "OS-3" }],
  ["/rules/orbit", { screen: "rules", game: "orbit", rule: null }],
  ["/learn/kepler", { screen: "learn", game: "kepler" }],
  ["/replay", { screen: "replay" }],
  ["/settings", { screen: "settings" }],
])("%s is read", (path, route) => {
  expect(at(path)).toEqual(route);
});

test.each(["/m", "/m/a/b", "/new", "/settings/x", "/elsewhere", "/elsewhere/x", "//", "/replay/x"])(
  "%s leads nowhere",
  (path) => {
    expect(read({ pathname: path, search: "", hash: "" })).toEqual(
      path === "//" ? { screen: "home" } : { screen: "lost" },
    );
  },
);

test.each(["-1", "1.5", "x", "", "99999999999", "1e3"])("a step that is %j is none", (step) => {
  expect(at(`/m/abc?step=${step}`)).toEqual({ screen: "table", id: "abc", step: null, isLesson: false, from: null });
});

test("what is written is read again, whatever is in it", () => {
  const odd = "a/b?c#d %é";
  expect(at(address.table(odd, 3))).toEqual({ screen: "table", id: odd, step: 3, isLesson: false, from: null });
  expect(at(address.fork("abc", odd))).toEqual({ screen: "table", id: "abc", step: null, isLesson: false, from: odd });
  expect(at(address.lesson(odd))).toEqual({ screen: "table", id: odd, step: null, isLesson: true, from: null });
  expect(at(address.join(odd, odd))).toEqual({ screen: "join", id: odd, secret: odd });
  expect(at(address.rules(odd, odd))).toEqual({ screen: "rules", game: odd, rule: odd });
  expect(at(address.new(odd))).toEqual({ screen: "new", game: odd });
});

test("a broken escape is taken as it stands", () => {
  expect(read({ pathname: "/m/%zz", search: "", hash: "" })).toEqual({
    screen: "table",
    id: "%zz",
    step: null,
    isLesson: false,
    from: null,
  });
});
