/** What players call the settings of our games; whatever is not listed is called by its name. */

import { worded } from "../../play/words";

const LABELS: { readonly [key: string]: string } = {
  // Kepler's Horizon
  fleets_per_home: "Fleets per home",
  dominance: "Share of regions that wins",
  max_turns: "Turns at most",
  extensions: "Extra rules",
  costs: "Slow links",
  schedule: "Links that open and close",
  transit_costs: "Slow links",
  delay: "Moves take effect later, turns",
  starts: "Other starts",
  conflict: "When fleets meet",
  dynamic_topology: "Links open and close",
  // Orbit Simulator
  sector_mapping: "Where a burn begins in its sector",
  velocity: "Sectors per turn",
  reactor: "Reactor energy",
  return_limit: "Energy and heat given back per turn",
  most_mass: "Reaction mass at most",
  start: "Ships at the start",
  turn_order: "Order of turns",
  closing: "Closing rings",
  begins: "First ring closes in round",
  every: "Rounds until the next closes",
  stays: "Rings that stay open",
  minimum: "Energy needed",
  rated: "Energy it is built for",
  limit: "Energy at most",
  overclock: "Heat above this energy",
  sectors_a_ring: "Reach on ring 1, sectors",
  compensation: "Mass against recoil",
  mass: "Reaction mass",
  // Risky Stars
  home_regions: "Regions of a home system",
  start_units: "Units per home region",
  moves: "Launches per turn",
  class_one_amount: "A class I hero adds",
  class_three_amount: "A class III hero adds",
  featured_heroes: "Heroes at featured bodies",
  alliance_limit: "Largest alliance",
  domination: "Share of regions that wins",
  one: "From",
  other: "To",
  // Stellar Skirmish
  planets: "Planet deck",
  fleet_values: "Ship cards",
  shuffle: "Shuffle the deck",
  id: "Short name",
  params: "Details",
  // Territory
  min_players: "Fewest players",
  max_players: "Most players",
  map_size: "Map size, squares per side",
  max_rounds: "Rounds at most",
  starting_units: "Units at the start",
  max_plan_length: "Characters per declaration",
  declaration_count: "Declarations per round",
  max_commands_per_round: "Commands per round",
  resource_square_pct: "Resource squares, %",
  base_production: "New units in a square",
  resource_production: "New units in a resource square",
  production_cap: "No new units from this many on",
  round_duration_hours: "Hours per round",
  homes: "Where players begin",
};

export function labelOf(key: string): string {
  return LABELS[key] ?? worded(key);
}
