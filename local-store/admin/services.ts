import type { Store } from "../data/database.ts";
import type { SessionTokenKnobs } from "../http/knobs.ts";
import type { RunningMailServer } from "../mail/smtp.ts";
import type { AppRegistration } from "../webhooks/installation.ts";

/** What the admin pages need. */
export interface AdminServices {
  store: Store;
  mail: Pick<RunningMailServer, "knobs" | "port">;
  sessionToken: SessionTokenKnobs;
  app: AppRegistration;
}
