import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { couponsFunction } from "../function";
import { PoolForm } from "../ui/PoolForm";

export { shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, couponsFunction, async ({ calls }) => {
    const { id = "" } = args.params;
    return { pool: id === "new" ? null : await calls.coupons.pool({ id }) };
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The form of a new pool, or of one that exists. */
export default function Pool() {
  const { pool } = useLoaderData<typeof loader>();
  return <PoolForm key={pool?.id} pool={pool} />;
}
