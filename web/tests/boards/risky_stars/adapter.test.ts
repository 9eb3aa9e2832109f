import { describe, expect, test } from "vitest";

import {
  chosen,
  doneThisTurn,
  eventsOf,
  gliding,
  lastFights,
  locate,
  namesOf,
  news,
  notes,
  ownSystems,
  regionCount,
  rolls,
  scene,
  standings,
  troopNotes,
} from "../../../src/boards/risky_stars/adapter";
import { armiesOf } from "../../../src/boards/risky_stars/armies";
import { beats } from "../../../src/boards/risky_stars/beats";
import { layout } from "../../../src/boards/risky_stars/geometry";
import { hintFor, median, noPurchase, percent, placeWords } from "../../../src/boards/risky_stars/words";
import { END, planOf } from "../../../src/boards/risky_stars/plan";
import { ARDEN, BRINE, CHART, EVENTS, options, turn, view } from "./maps";

function seenAs(changes: Parameters<typeof view>[0] = {}) {
  const now = view(changes);
  return scene(now, layout(CHART), armiesOf(now));
}

test("one plays where one has units, first where one has the most places", () => {
  const places = view().places.with(8, { possessor: 1, units: 90 });
  expect(ownSystems(seenAs({ places }), 1)).toEqual([0, 2]);
  expect(ownSystems(seenAs(), null)).toEqual([]);
});

test("who fights for a place stands beside it, and over no other place", () => {
  const attackers = [{ owner: 1, units: 9, origin: 0 }];
  const { places } = seenAs({ places: view().places.with(2, { possessor: 2, units: 3, attackers }) });
  const [note, ...more] = troopNotes(places, 13);
  expect(more).toEqual([]);
  expect(note).toMatchObject({ place: { name: BRINE }, troops: [{ seat: 1, units: 9 }] });
  for (const { x, y, radius } of places) {
    const { at, width, height } = note ?? { at: { x: 0, y: 0 }, width: 0, height: 0 };
    const beside = Math.max(0, Math.abs(x - at.x) - width / 2);
    const above = Math.max(0, Math.abs(y - at.y) - height / 2);
    expect(Math.hypot(beside, above)).toBeGreaterThan(radius);
  }
});

test("names are left out where they would stand on armies", () => {
  const found = seenAs();
  expect([...namesOf(found, 6).keys()]).toEqual(found.bodies.slice(0, 4).map(({ id }) => id));
  expect(namesOf(found, 80).size).toBeLessThan(4);
});

test("dice that roll have cost nobody anything yet", () => {
  const shown = beats(turn(1, null, EVENTS.fought));
  const [rolled, fought] = [shown.slice(0, 1), shown.slice(1)];
  expect(eventsOf(rolled)).toEqual([]);
  expect(rolls(rolled)).toEqual({ fights: [EVENTS.fought], isDecided: false });
  expect(eventsOf(fought)).toEqual([EVENTS.fought]);
  expect(rolls(fought)).toEqual({ fights: [EVENTS.fought], isDecided: true });
});

describe("a scene", () => {
  test("has every place once, with who is there", () => {
    const { places, bodies, lanes } = seenAs();
    expect(places).toHaveLength(CHART.sites.length);
    expect(places[0]).toMatchObject({ id: `place:${ARDEN}`, body: 0, leadsTo: null, stacks: [{ seat: 1, units: 3 }] });
    expect(places[3]).toMatchObject({ body: null, leadsTo: "Izar", stacks: [] });
    expect(bodies[0]).toMatchObject({
      title: "Aurum (Vega)",
      label: "Aurum",
      owner: 1,
      level: 1,
      heroes: [{ seat: 1, rank: 2 }],
      isInOrbit: false,
    });
    expect(bodies[4]?.owner).toBeNull();
    expect(lanes.map(({ one, other }) => [one.name, other.name])).toEqual([
      ["Vega/Mouth-1", "Izar/Mouth-1"],
      ["Altair/Mouth-1", "Izar/Mouth-2"],
    ]);
  });

  test("sums up systems, and tells where there is fighting", () => {
    const attackers = [{ owner: 1, units: 9, origin: 0 }];
    const { systems } = seenAs({ places: view().places.with(2, { possessor: 2, units: 3, attackers }) });
    expect(systems[0]).toMatchObject({
      seat: 1,
      isContested: true,
      stacks: [
        { seat: 1, units: 15 },
        { seat: 2, units: 3 },
      ],
    });
    expect(systems[2]).toMatchObject({ seat: null, isContested: false, stacks: [] });
  });

  test("finds what is selected, by place or by body", () => {
    const things = seenAs();
    expect(chosen(`place:${ARDEN}`, things)).toMatchObject({ place: { name: ARDEN }, body: { name: "Vega/Aurum" } });
    expect(chosen("body:Vega/Aurum", things)).toMatchObject({ place: null, body: { name: "Vega/Aurum" } });
    expect(chosen("body:Vega/Brine", things)?.place?.name).toBe(BRINE);
    expect(chosen("place:Vega/Mouth-1", things)?.body).toBeNull();
    expect(chosen("something else", things)).toBeNull();
    expect(chosen(null, things)).toBeNull();
  });
});

describe("what happened", () => {
  test("armies glide, and events are told once each", () => {
    const shown = beats(turn(1, null, EVENTS.moved, EVENTS.bought));
    expect(gliding(shown)).toMatchObject([{ from: `place:${ARDEN}`, to: `place:${BRINE}`, seat: 1, units: 2 }]);
    expect(eventsOf(shown)).toEqual([EVENTS.moved, EVENTS.bought]);
  });

  test("the last dice are those of the newest step that had any", () => {
    const other = { ...EVENTS.fought, place: ARDEN };
    const entries = [turn(1, null, EVENTS.fought), turn(2, null, other, other), turn(3, null, EVENTS.turn_began)];
    expect(lastFights(entries)).toEqual([other, other]);
    expect(lastFights([])).toEqual([]);
  });

  test("a turn is what was done since it began", () => {
    const entries = [
      turn(1, null, EVENTS.moved),
      turn(2, null, EVENTS.turn_began),
      turn(3, null, EVENTS.bought),
      turn(4, null, EVENTS.upgraded),
    ];
    expect(doneThisTurn(entries)).toEqual(["bought.", "upgraded."]);
    expect(doneThisTurn(entries.slice(0, 1))).toEqual(["moved."]);
  });
});

describe("an order", () => {
  test("is located by its parts", () => {
    const move = { kind: "move", source: ARDEN, target: BRINE, units: 2 };
    expect(locate(["source"], move)).toBe(`place:${ARDEN}`);
    expect(locate(["target"], move)).toBe(`place:${BRINE}`);
    expect(locate(["units"], move)).toBe(`place:${BRINE}`);
    expect(locate(["units", ARDEN], { kind: "buy", units: { [ARDEN]: 1 } })).toBe(`place:${ARDEN}`);
    expect(locate([], { kind: "upgrade", body: "Vega/Aurum" })).toBe("body:Vega/Aurum");
    expect(locate(["player"], { kind: "propose", player: 2 })).toBeNull();
    expect(locate([], null)).toBeNull();
  });

  test("has its notes at its things", () => {
    const violation = {
      code: "in_combat",
      rule: "RS-V1",
      path: ["source"],
      params: {},
      weight: "refused" as const,
      text: "No.",
    };
    expect(notes([violation], { kind: "move", source: ARDEN, target: BRINE, units: 2 })).toEqual(
      new Map([[`place:${ARDEN}`, "No."]]),
    );
  });
});

test("standings are regions, of those that win", () => {
  expect(regionCount(view())).toBe(7);
  expect(standings(view())[0]).toEqual({ text: "2 of 7 regions, 6 units", share: (2 * 3) / (7 * 2) });
  expect(standings(view({ out: [2] }))[1]?.text).toBe("out");
});

describe("words", () => {
  const known = { names: ["Ada", "Bob"], you: 1 };
  const plan = planOf({ kind: "move", source: ARDEN, target: BRINE, units: 2 }, options());

  test("tell all there is to a place", () => {
    const { places, bodies } = seenAs();
    expect(places[0] && placeWords(view(), places[0], bodies[0] ?? null, known, plan)).toBe(
      "Arden (Vega), Gaia planet, yours, 3 units, level 1, hero II, 2 going to Brine (Vega)",
    );
    expect(places[3] && placeWords(view(), places[3], null, known, null)).toBe("Vega's Izar mouth, lane to Izar, free");
    expect(places[2] && placeWords(view(), places[2], bodies[1] ?? null, known, null)).toBe(
      "Brine (Vega), planetoid, Bob’s, 3 units",
    );
  });

  test("tell why nobody can leave", () => {
    const [first] = seenAs().places;
    const none = planOf(END, { templates: [{ order: { kind: "end" }, label: "", slots: [] }] });
    if (first === undefined || none === null || plan === null) throw new Error("nothing there");
    expect(hintFor(first, plan, view())).toBe("2 of 3 units can leave; one always stays. Choose where, or drag.");
    const hint = (changes: Parameters<typeof view>[0]): string => hintFor(first, none, view(changes));
    const turnOf = { seat: 1, launched: [], arrived: [], proposed: [] };
    expect(hint({ turn: { ...turnOf, launched: [0] } })).toContain("already sent an army");
    expect(hint({ turn: { ...turnOf, arrived: [[0, 2]] } })).toContain("arrived this turn");
    expect(hintFor({ ...first, stand: { ...first.stand, units: 1 } }, none, view())).toBe("Its last unit must stay.");
  });

  test("call nothing certain that is not", () => {
    expect([0, 1, 200, 399, 400].map((times) => percent(times, 400))).toEqual(["0%", "< 1%", "50%", "> 99%", "100%"]);
    expect(
      median(
        [
          [0, 10],
          [1, 30],
          [2, 60],
        ],
        100,
      ),
    ).toBe(2);
    expect(median([], 100)).toBe(0);
  });
});

describe("what is new", () => {
  const own = turn(1, END, EVENTS.turn_began);
  const [second, third] = [turn(2, null, EVENTS.moved), turn(3, null, EVENTS.fought)];

  test("is everything since one's own last order", () => {
    expect(news([own, second, third], third, 1)).toEqual([second, third]);
    expect(news([second, third], third, 1)).toEqual([second, third]);
  });

  test("is one's own order, as long as nobody has answered it", () => {
    expect(news([second, { ...own, step: 3 }], { ...own, step: 3 }, 1)).toEqual([{ ...own, step: 3 }]);
  });

  test("is a single step for whoever has no seat, and nothing that comes later", () => {
    expect(news([own, second, third], third, null)).toEqual([third]);
    expect(news([own, second, third], second, 1)).toEqual([second]);
  });
});

describe("why nothing can be bought", () => {
  test("names what is missing, and where it comes from", () => {
    const stocks: ReturnType<typeof view>["stocks"] = [
      [500, 50, 2],
      [0, 0, 0],
    ];
    expect(noPurchase(view({ stocks }), 1)).toBe("A unit costs 3 fuel, and you have 2: gas giants bring fuel.");
    expect(noPurchase(view({ stocks }), 2)).toContain(
      "A unit costs 3 metals, and you have 0: planetoids bring metals.",
    );
  });

  test("is that one has moved, or that a pool is used up", () => {
    const turn = { seat: 1, launched: [0], arrived: [], proposed: [] };
    expect(noPurchase(view({ turn }), 1)).toBe("You have moved, so you cannot buy any more this turn.");
    expect(noPurchase(view({ allotments: [0, 4] }), 1)).toBe("Your alliance’s pool cannot pay for more of your units.");
  });
});
