import type { Store } from "../data/database.ts";
import type { SessionTokenKnobs } from "../http/session-token-knobs.ts";
import type { RunningMailServer } from "../mail/smtp-server.ts";
import type { Receiver } from "../pricespider/receiver.ts";
import type { AppRegistration } from "../webhooks/installation.ts";

/** The dependencies of the admin pages. */
export interface AdminServices {
  store: Store;
  mail: Pick<RunningMailServer, "knobs" | "port">;
  sessionToken: SessionTokenKnobs;
  app: AppRegistration;
  /** PriceSpider's servers. Undefined where they weren't started. */
  receiver?: Receiver;
}
