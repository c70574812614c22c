/** When the history happens, in days before the day on which it is written. */

export const DAY_MS = 86_400_000;

/** The shop's first order is this long ago: 13 months. */
export const HISTORY_DAYS = 396;

/** Two weeks of advertising: more orders, more registrations, more subscriptions. */
export const CAMPAIGN = { from: 152, to: 138 } as const;

/** An instant this many days before the start day. */
export const daysBefore = (start: Date, days: number): Date =>
  new Date(Math.floor((start.getTime() - days * DAY_MS) / 1000) * 1000);

/** True during the campaign. */
export const isCampaign = (daysAgo: number): boolean => daysAgo <= CAMPAIGN.from && daysAgo >= CAMPAIGN.to;

/** How busy a day is: weekends are quiet, the weeks before Christmas and the campaign are busy, and the shop grows. */
export function busyness(start: Date, daysAgo: number): number {
  const date = daysBefore(start, daysAgo);
  const [month, day, weekday] = [date.getUTCMonth(), date.getUTCDate(), date.getUTCDay()];
  const isHolidaySeason = (month === 10 && day >= 18) || (month === 11 && day <= 20);
  const season = isHolidaySeason ? 2.1 : month === 0 ? 0.7 : 1 + 0.15 * Math.sin((month - 3) / 2);
  const growth = 1 + 0.5 * (1 - daysAgo / HISTORY_DAYS);
  return season * growth * (weekday === 0 || weekday === 6 ? 0.6 : 1) * (isCampaign(daysAgo) ? 2.3 : 1);
}

/** Spreads this many events over the history by how busy its days are. @returns the days before the start, the oldest first */
export function spread(start: Date, count: number, days = HISTORY_DAYS): number[] {
  const weights = Array.from({ length: days }, (_, index) => busyness(start, days - index));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [index, passed] = [0, 0];
  return Array.from({ length: count }, (_, number) => {
    const at = ((number + 0.5) / count) * total;
    while (passed + (weights[index] ?? total) < at) {
      passed += weights[index] ?? 0;
      index += 1;
    }
    return days - index - (at - passed) / (weights[index] ?? 1);
  });
}
