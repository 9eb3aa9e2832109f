import { expect, test } from "vitest";

import { invitesOf, keepInvites } from "../../src/play/invites";
import { TestDrawer } from "./fakes";

test("invitations are kept by match", () => {
  const drawer = new TestDrawer();
  keepInvites(drawer, "one", { 2: "secret", 3: "other" });
  expect(invitesOf(drawer, "one")).toEqual({ 2: "secret", 3: "other" });
  expect(invitesOf(drawer, "two")).toEqual({});
});

test("nothing is left behind where there are none any more", () => {
  const drawer = new TestDrawer();
  keepInvites(drawer, "one", { 2: "secret" });
  keepInvites(drawer, "one", {});
  expect(drawer.items.size).toBe(0);
});

test("what somebody else wrote is no invitation", () => {
  const drawer = new TestDrawer();
  for (const nonsense of ["{", "null", "7", '{"2": {"a": 1}, "3": 4}']) {
    drawer.setItem("armillary.invites.one", nonsense);
    expect(invitesOf(drawer, "one")).toEqual({});
  }
});

test("a browser that stores nothing does no harm", () => {
  const full = {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => keepInvites(full, "one", { 2: "secret" })).not.toThrow();
});
