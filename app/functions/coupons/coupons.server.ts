import { implement } from "@orpc/server";
import type { CallContext } from "~/core/context.server";
import { exportRows, startExport } from "~/core/exports/export-rows.server";
import { guard } from "~/core/guard.server";
import { importObjects } from "~/core/imports/import-objects.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { pluralize } from "~/platform/text/pluralize";
import { couponsContract, couponsExports, couponsImports } from "./contract";
import type { AssignedRange, CouponFilter } from "./coupon-filter";
import { couponImport, POOL_FIELD_NAME } from "./coupon-import";
import { couponReport } from "./coupon-report.server";
import { couponsList } from "./list";
import { exportCoupons, listCoupons } from "./list-coupons.server";
import { countFreeCoupons, listPoolNames, listPools, readPool } from "./list-pools.server";
import { resendCoupons } from "./resend-coupon.server";
import { changePool, createPool } from "./save-pool.server";

/** The days of a call as the range that the list takes. */
const withRange = <Input extends { date_from?: Date; date_to?: Date }>({
  date_from: from,
  date_to: until,
  ...input
}: Input) => ({ ...input, from, until });

const calls = implement(couponsContract).$context<CallContext>().use(guard);

/** The calls of coupons and their pools. */
export const couponsRouter = calls.router({
  list: calls.list.handler(({ input, context }) => listCoupons(context, withRange(input))),
  export: calls.export.handler(async ({ input, context }) => ({
    data: { results: await exportCoupons(context, withRange(input)) },
  })),
  resend: calls.resend.handler(async ({ input: { id, operationId }, context }) => ({
    message: await resendCoupons(context, { orderId: Number(id), operationId }),
  })),
  pools: calls.pools.handler(async ({ context }) => ({ rows: await listPools(context) })),
  poolNames: calls.poolNames.handler(async ({ context }) => ({ rows: await listPoolNames(context) })),
  pool: calls.pool.handler(({ input, context: { shop, clock } }) =>
    withShop(shop.domain, (tx) => readPool(tx, shop, input.id, clock.now())),
  ),
  createPool: calls.createPool.handler(({ input, context }) => createPool(context, input)),
  changePool: calls.changePool.handler(({ input, context }) => changePool(context, input)),
  figure: calls.figure.handler(async ({ context }) => {
    const free = await countFreeCoupons(context);
    return { text: pluralize(free, "free coupon"), asOf: null };
  }),
});

const importCalls = implement(couponsImports).$context<CallContext>().use(guard);

/** The call that adds coupons from rows. */
export const couponsImportsRouter = importCalls.router({
  importCoupons: importCalls.importCoupons.handler(async ({ input: { body, headers }, context }) => {
    const pool = body.pool ?? (await onlyPool(context));
    return importObjects(context, couponImport, body.excelData, headers["idempotency-key"], {
      [POOL_FIELD_NAME]: String(pool),
    });
  }),
});

/** @throws 400 in a shop with another number of pools */
async function onlyPool(context: CallContext): Promise<number> {
  const pools = await listPoolNames(context);
  const [pool] = pools;
  if (!pool) throw badRequest("This shop has no coupon pool. Create one first: POST /api/coupons/pools.");
  if (pools.length > 1)
    throw badRequest(
      `pool: must be the number of the coupon pool: ${pools.map(({ id, name }) => `${id} (${name})`).join(", ")}`,
    );
  return Number(pool.id);
}

const exportsCalls = implement(couponsExports).$context<CallContext>().use(guard);

const exportOf = ({
  query,
  body,
}: {
  query: Omit<CouponFilter, keyof AssignedRange> & { sort?: string; date_from?: Date; date_to?: Date };
  body: { searchType: "Email" | "Date"; searchValue: string };
}) => {
  const { sort = couponsList.defaultSort, ...filter } = withRange(query);
  return { part: "", ...body, sort, filter };
};

/** The calls that export coupons. */
export const couponsExportsRouter = exportsCalls.router({
  coupons: {
    rows: exportsCalls.coupons.rows.handler(({ input, context }) =>
      exportRows(context, couponReport, exportOf(input)),
    ),
    start: exportsCalls.coupons.start.handler(({ input, context }) =>
      startExport(context, couponReport, exportOf(input), input.body.operationId),
    ),
  },
});
