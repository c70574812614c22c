import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { requestUrl } from "~/core/requests/links.server";
import { giveawayEntered } from "~/functions/giveaways/mail-texts.server";
import { giveawayEntrants, giveaways } from "~/functions/giveaways/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import { request } from "../backroom.ts";
import {
  after,
  type Chapter,
  type DemoShop,
  dayOf,
  daysAgo,
  idOf,
  randomOf,
  scaled,
  storeRows,
} from "../chapter.ts";
import { writeMails } from "../sent-mail.ts";

/** In days before the end of the history. */
const GIVEAWAYS = [
  { name: "Holiday tool chest", from: 14, to: -12, entrants: 118 },
  { name: "Spring contest", from: 210, to: 180, entrants: 164, winners: 3, alternates: 2 },
] as const;

const isGiveaway = ({ domain }: DemoShop, name: string) =>
  and(eq(giveaways.shop, domain), eq(giveaways.name, name));

/** A giveaway that is open, and one that is over and is drawn by the chapter of today's work. */
export const giveawaysWithEntrants: Chapter = {
  name: "Giveaways",
  /** Created by Backroom, which commits to the seed of the draw. */
  async prepare(shop) {
    for (const [index, { name, from, to }] of GIVEAWAYS.entries())
      await request(shop, "POST", "/giveaways", {
        body: {
          name,
          description: "One entry per person. The draw can be run again by anyone.",
          startDate: dayOf(shop, daysAgo(shop, from)),
          endDate: dayOf(shop, daysAgo(shop, to)),
          operationId: idOf(shop, "giveaway", index),
        },
      });
  },
  async write(tx, shop) {
    const people = await storeRows<{ first_name: string; last_name: string; email: string }>(
      shop,
      "SELECT first_name, last_name, email FROM customers WHERE shop = $1 AND email IS NOT NULL ORDER BY id % 73, id LIMIT 400",
    );
    for (const [index, plan] of GIVEAWAYS.entries()) {
      const [giveaway] = await tx
        .select({ id: giveaways.id })
        .from(giveaways)
        .where(isGiveaway(shop, plan.name));
      if (!giveaway) throw new Error(`The giveaway ${plan.name} wasn't created.`);
      const random = randomOf(shop, "giveaway", index);
      const last = Math.max(plan.to, 0);
      const count = scaled(shop, plan.entrants);
      const entrants = people
        .slice(index * count, (index + 1) * count)
        .map(({ first_name, last_name, email }, place) => {
          const salt = idOf(shop, "salt", index, place).replaceAll("-", "");
          const address = email.toLowerCase();
          const isDisqualified = random.chance(0.03);
          return {
            shop: shop.domain,
            giveawayId: giveaway.id,
            number: place + 1,
            email,
            address,
            firstName: first_name,
            lastName: last_name,
            state: isDisqualified ? ("disqualified" as const) : ("registered" as const),
            reason: isDisqualified ? "Entered with two addresses" : null,
            registeredAt: daysAgo(
              shop,
              plan.from - ((plan.from - last) * (place + random.below(100) / 100)) / count,
            ),
            salt,
            digest: createHash("sha256").update(`${salt}\n${address}`).digest("hex"),
          };
        });
      await tx.insert(giveawayEntrants).values(entrants);
      await writeMails(
        tx,
        shop,
        giveawayEntered,
        entrants.map(({ firstName, lastName, email, number, registeredAt }) => ({
          key: `giveaway entry ${giveaway.id} ${number}`,
          to: { name: `${firstName} ${lastName}`, email },
          flag: "showGiveaways" as const,
          at: after(registeredAt, 0.0005),
          values: {
            name: firstName,
            giveaway: plan.name,
            entry: String(number),
            link: requestUrl(shop.domain),
          },
        })),
      );
      await tx
        .update(giveaways)
        .set({ registered: entrants.length, createdAt: daysAgo(shop, plan.from + 5) })
        .where(isGiveaway(shop, plan.name));
    }
  },
};

/** Draws the winners of the giveaway that is over. */
export async function drawSpringContest(shop: DemoShop): Promise<void> {
  for (const plan of GIVEAWAYS) {
    if (!("winners" in plan)) continue;
    const [giveaway] = await withShop(shop.domain, (tx) =>
      tx
        .select({ id: giveaways.id, drawn: giveaways.drawn })
        .from(giveaways)
        .where(isGiveaway(shop, plan.name)),
    );
    if (!giveaway || giveaway.drawn > 0) continue;
    const { winners, alternates } = plan;
    await request(shop, "POST", `/giveaways/${giveaway.id}/draws`, { body: { winners, alternates } });
  }
}
