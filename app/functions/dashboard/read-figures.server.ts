import type { DataOf } from "~/connectors/shopify/operation";
import { customerFigures } from "~/connectors/shopify/operations/customer-figures";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { upstreamFailed } from "~/platform/errors";
import { NO_FIGURES } from "./messages";
import type { Figures } from "./metrics";
import { SEGMENTS } from "./segments";

/** The figures of a shop's customers as they are now. */
export interface Reading {
  figures: Figures;
  /** False when Shopify answered that there are at least so many customers. */
  isTotalExact: boolean;
}

/** Reads all figures with one query. @throws a 502 refusal when Shopify doesn't answer */
export const readFigures = async (api: AdminApi, options: CallOptions): Promise<Reading> =>
  readingOf(await api.run(customerFigures, SEGMENTS, options));

/** What the query answered. @throws a 502 refusal when the number of customers is missing */
export function readingOf({ customersCount, ...segments }: DataOf<typeof customerFigures>): Reading {
  if (!customersCount) throw upstreamFailed(NO_FIGURES);
  return {
    figures: {
      total: customersCount.count,
      withAICTag: segments.withAICTag.totalCount,
      withoutAICTag: segments.withoutAICTag.totalCount,
      emailSubscribed: segments.emailSubscribed.totalCount,
      smsSubscribed: segments.smsSubscribed.totalCount,
      withAICTagEmailSubscribed: segments.withAICTagEmailSubscribed.totalCount,
      withAICTagSmsSubscribed: segments.withAICTagSmsSubscribed.totalCount,
      withoutAICTagEmailSubscribed: segments.withoutAICTagEmailSubscribed.totalCount,
      withoutAICTagSmsSubscribed: segments.withoutAICTagSmsSubscribed.totalCount,
    },
    isTotalExact: customersCount.precision === "EXACT",
  };
}
