import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { AudienceId } from "./audiences";
import type { Invitation } from "./invitation.server";

/** The details of a group, such as an event. */
export interface Particulars {
  /** What the invitation is to, for the email and the public page, such as an event's name. */
  title: string;
  /** More of it, one line each, such as an event's days. */
  details: readonly string[];
  /** The tags of customers who accept. */
  tags: readonly string[];
  /** Links expire at this moment at the latest. Null without one. */
  endsAt: Date | null;
}

/** An audience whose invitations belong to a group: an event, a user type. */
export interface GroupedAudience {
  audience: AudienceId;
  /** @throws 404 for an unknown group, 409 for one that is closed */
  read(tx: ShopTransaction, shop: string, groupId: string): Promise<Particulars>;
  /**
   * Checks as `admit` does, for a page that only shows the result.
   * @throws as `admit`
   */
  assertOpen?(tx: ShopTransaction, shop: string, groupId: string): Promise<void>;
  /**
   * Refuses acceptances of invitations that may be sent already, such as those to an event that isn't published.
   * @throws a refusal with a sentence for the invited person
   */
  assertAccepting?(tx: ShopTransaction, shop: string, groupId: string): Promise<void>;
  /** What the administrator should know before so many people are invited: more people than places, for example. */
  warn?(tx: ShopTransaction, shop: string, groupId: string, people: number): Promise<string | null>;
  /**
   * Checks, such as an event's capacity, right before an acceptance runs, in the transaction that records it. Open
   * acceptances (`invitation_acceptances`) have their place already.
   * @throws a refusal with a sentence for the invited person. The invitation then stays as it is
   */
  admit?(tx: ShopTransaction, invitation: Invitation): Promise<void>;
}

/** The audiences that are made of groups. */
export const groupedAudiences = defineHook<GroupedAudience>("invitations.grouped-audiences");
