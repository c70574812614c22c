import { couponMail } from "~/functions/coupons/mail-texts.server";
import { describeValidity } from "~/functions/coupons/pool.server";
import { couponCodes, couponOrders, couponPools } from "~/functions/coupons/tables.server";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { after, type Chapter, type DemoShop, storeRows } from "../chapter.ts";
import { writeMails } from "../sent-mail.ts";

interface Use {
  code_id: number;
  order_id: number;
  number: number;
  used_at: Date;
}

/** Pools with their codes: assigned to orders, redeemed, and left. One runs low. */
export const coupons: Chapter = {
  name: "Coupons",
  async write(tx, shop) {
    const { domain, facts, staff, start, config } = shop;
    const uses = new Map((await readUses(shop)).map((use) => [use.code_id, use]));
    const people = await readPeople(shop);
    for (const pool of facts.pools) {
      const endsAt = pool.endsAt === null ? null : new Date(pool.endsAt);
      const [stored] = await tx
        .insert(couponPools)
        .values({
          shop: domain,
          name: pool.title,
          discountNumber: pool.discountId,
          percent: pool.percent,
          amountCents: pool.amountCents as Cents | null,
          oncePerCustomer: false,
          startsAt: new Date(pool.startsAt),
          endsAt,
          assigns: pool.assignsSince !== null,
          // Orders before this instant have their codes, or get none.
          assignsSince: pool.assignsSince === null ? null : start,
          minimumCents: pool.minimumCents as Cents | null,
          tag: pool.tag,
          alertLevel: pool.alertLevel,
          alertedAt: pool.spare === null ? null : after(start, -2),
          ownerId: staff.operations.id,
          ownerName: staff.operations.name,
          usageReadAt: start,
          createdAt: new Date(Math.min(Date.parse(pool.startsAt), start.getTime() - 86_400_000)),
        })
        .returning({ id: couponPools.id });
      if (!stored) throw new Error("The insert returned no pool.");
      const assigned = new Map(
        facts.coupons
          .filter(({ discountId }) => discountId === pool.discountId)
          .map((one) => [one.code, one]),
      );
      const value =
        pool.percent === null
          ? `${formatMoney(pool.amountCents as Cents, config.currencyCode)} off`
          : `${pool.percent}% off`;
      const mailIds = await writeMails(
        tx,
        shop,
        couponMail,
        [...assigned.values()].map((coupon) => ({
          key: `coupon ${coupon.code}`,
          to: {
            name: people.get(coupon.customerId)?.name,
            email: people.get(coupon.customerId)?.email ?? "unknown@backroom-demo.example",
          },
          customerId: coupon.customerId,
          flag: "showCoupons" as const,
          at: after(new Date(coupon.at), 0.001),
          values: {
            name: people.get(coupon.customerId)?.name ?? "",
            order: coupon.orderName,
            value,
            code: coupon.code,
            validity: describeValidity({ endsAt }, config),
            shop: config.name,
          },
        })),
      );
      const mailOf = new Map([...assigned.keys()].map((code, index) => [code, mailIds[index]]));
      const rows = pool.codes.map(({ id, code }): typeof couponCodes.$inferInsert => {
        const coupon = assigned.get(code);
        const use = uses.get(id);
        return {
          shop: domain,
          poolId: stored.id,
          code,
          redeemCodeNumber: id,
          state: coupon ? "assigned" : "free",
          ...(coupon && {
            orderId: coupon.orderId,
            orderName: coupon.orderName,
            assignedAt: new Date(coupon.at),
            mailId: mailOf.get(code),
          }),
          ...(use && {
            redeemedOrderId: use.order_id,
            redeemedOrderName: `#${use.number}`,
            redeemedAt: use.used_at,
            usageCount: 1,
          }),
          createdAt: new Date(Math.min(Date.parse(pool.startsAt), start.getTime() - 86_400_000)),
        };
      });
      const codes = await tx
        .insert(couponCodes)
        .values(rows)
        .returning({ id: couponCodes.id, orderId: couponCodes.orderId });
      const given = codes.flatMap(({ id, orderId }) =>
        orderId === null ? [] : [{ shop: domain, poolId: stored.id, orderId, couponId: id }],
      );
      if (given.length > 0) await tx.insert(couponOrders).values(given).onConflictDoNothing();
    }
  },
};

const readUses = (shop: DemoShop): Promise<Use[]> =>
  storeRows<Use>(
    shop,
    `SELECT u.code_id, u.order_id, o.number, u.used_at FROM discount_uses u JOIN orders o ON o.shop = u.shop AND o.id = u.order_id
      WHERE u.shop = $1 ORDER BY u.used_at DESC`,
  );

async function readPeople(shop: DemoShop): Promise<Map<number, { name: string; email: string }>> {
  const rows = await storeRows<{ id: number; name: string; email: string }>(
    shop,
    "SELECT id, first_name AS name, email FROM customers WHERE shop = $1 AND email IS NOT NULL",
  );
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}
