import type { Chapter } from "./chapter.ts";
import { administratorsOfHistory } from "./chapters/administrators.ts";
import { coupons } from "./chapters/coupons.ts";
import { dashboard } from "./chapters/dashboard.ts";
import { ledger } from "./chapters/ledger.ts";
import { prices } from "./chapters/prices.ts";
import { promotionSubmissions } from "./chapters/submissions.ts";

/** Written before Backroom is used for the first time. */
export const FIRST_CHAPTERS: readonly Chapter[] = [administratorsOfHistory, ledger];

/** Written while Backroom runs, when its mirrors have the store's records. The quick ones come first. */
export const CHAPTERS: readonly Chapter[] = [dashboard, coupons, prices, promotionSubmissions];
