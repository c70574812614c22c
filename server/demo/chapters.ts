import type { Chapter } from "./chapter.ts";
import { administratorsOfHistory } from "./chapters/administrators.ts";
import { audit } from "./chapters/audit.ts";
import { codes } from "./chapters/codes.ts";
import { coupons } from "./chapters/coupons.ts";
import { dashboard } from "./chapters/dashboard.ts";
import { giveawaysWithEntrants } from "./chapters/giveaways.ts";
import { invitationsAndEvents } from "./chapters/invitations.ts";
import { ledger } from "./chapters/ledger.ts";
import { prices } from "./chapters/prices.ts";
import { registrations } from "./chapters/registrations.ts";
import { returns } from "./chapters/returns.ts";
import { promotionSubmissions } from "./chapters/submissions.ts";
import { pastSyncs } from "./chapters/syncs.ts";
import { today } from "./chapters/today.ts";

/** Written before Backroom is used for the first time. */
export const FIRST_CHAPTERS: readonly Chapter[] = [administratorsOfHistory, ledger];

/** Written while Backroom runs, when its mirrors have the store's records. The quick ones come first. */
export const CHAPTERS: readonly Chapter[] = [
  dashboard,
  registrations,
  coupons,
  prices,
  codes,
  invitationsAndEvents,
  giveawaysWithEntrants,
  pastSyncs,
  returns,
  promotionSubmissions,
  audit,
  today,
];
