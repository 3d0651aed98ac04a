/**
 * Money is counted in whole billionths of a US dollar, so that sums are exact and in whatever order the same:
 * one token of the cheapest models costs a few tens of them. Entries and settings say it in dollars.
 */
const IN_A_DOLLAR = 1e9;
/** Two million dollars: more than any limit allows, and small enough that sums stay exact. */
const MOST = 2e15;

export function toNanodollars(dollars: number): number {
  return atMost(Math.round(dollars * IN_A_DOLLAR));
}

export function toDollars(nanodollars: number): number {
  return nanodollars / IN_A_DOLLAR;
}

/** Never rounded down; what binary fractions add (a thousandth at most) is no money. */
export function roundUp(nanodollars: number): number {
  return atMost(Math.max(Math.ceil(nanodollars - 0.001), 0));
}

/** What is no number is the most: it fits below no limit. */
function atMost(nanodollars: number): number {
  return nanodollars < MOST ? nanodollars : MOST;
}

/** For a person: cents, and four digits below a dollar where cents would hide something. */
export function showDollars(nanodollars: number): string {
  const dollars = toDollars(nanodollars);
  const isWholeCents = nanodollars % (IN_A_DOLLAR / 100) === 0;
  return `$${dollars.toFixed(isWholeCents || dollars >= 1 ? 2 : 4)}`;
}
