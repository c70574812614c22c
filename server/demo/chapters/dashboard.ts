import { customerSnapshots } from "~/functions/dashboard/tables.server";
import { busyness, CAMPAIGN } from "../../../local-store/history/calendar.ts";
import { type Chapter, type DemoShop, dayOf, daysAgo, storeRows } from "../chapter.ts";

const DAYS = 400;

/** The figures of 400 days, up to those of the store's customers today. They grow with the seasons, and jump with the campaign. */
export const dashboard: Chapter = {
  name: "Customer figures",
  async write(tx, shop) {
    const today = await readFigures(shop);
    const growth = growthOf(shop);
    const rows = growth.slice(0, -1).map((share, index) => {
      const at = daysAgo(shop, DAYS - 1 - index);
      // People subscribed during the campaign, and some of them unsubscribed again.
      const campaign =
        DAYS - 1 - index > CAMPAIGN.from ? 0.9 : DAYS - 1 - index > CAMPAIGN.to - 30 ? 1.04 : 1;
      const part = (figure: number, factor = 1) => Math.min(figure, Math.round(figure * share * factor));
      const withTag = { email: part(today.tagEmail, campaign), sms: part(today.tagSms, campaign) };
      const without = {
        email: part(today.email - today.tagEmail, campaign),
        sms: part(today.sms - today.tagSms),
      };
      const [withAICTag, withoutAICTag] = [part(today.tag), part(today.total - today.tag)];
      return {
        shop: shop.domain,
        day: dayOf(shop, at),
        readAt: at,
        isTotalExact: true,
        total: withAICTag + withoutAICTag,
        withAICTag,
        withoutAICTag,
        emailSubscribed: withTag.email + without.email,
        smsSubscribed: withTag.sms + without.sms,
        withAICTagEmailSubscribed: withTag.email,
        withAICTagSmsSubscribed: withTag.sms,
        withoutAICTagEmailSubscribed: without.email,
        withoutAICTagSmsSubscribed: without.sms,
      };
    });
    await tx.insert(customerSnapshots).values(rows).onConflictDoNothing();
  },
};

interface Figures {
  total: number;
  tag: number;
  email: number;
  sms: number;
  tagEmail: number;
  tagSms: number;
}

async function readFigures(shop: DemoShop): Promise<Figures> {
  const isTagged = "'AIC' = ANY (tags)";
  const subscribed = (kind: string) => `${kind}_marketing->>'state' = 'SUBSCRIBED'`;
  const [figures] = await storeRows<Figures>(
    shop,
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE ${isTagged})::int AS tag,
            count(*) FILTER (WHERE ${subscribed("email")})::int AS email, count(*) FILTER (WHERE ${subscribed("sms")})::int AS sms,
            count(*) FILTER (WHERE ${isTagged} AND ${subscribed("email")})::int AS "tagEmail",
            count(*) FILTER (WHERE ${isTagged} AND ${subscribed("sms")})::int AS "tagSms"
       FROM customers WHERE shop = $1`,
  );
  if (!figures) throw new Error("The store's customers can't be counted.");
  return figures;
}

/** The share of today's customers that the shop had on each day, from half of them to all. */
function growthOf({ start }: DemoShop): number[] {
  const weights = Array.from({ length: DAYS }, (_, index) => busyness(start, DAYS - 1 - index));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return 0.5 + (0.5 * sum) / total;
  });
}
