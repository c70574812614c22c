/**
 * A held email is stored with its reason, and is found again by the reason's text. When a text changes here, the emails that wait have the
 * former one: the upgrade must replace it in `mails.last_error` and `invitations.last_error`, or they are never sent.
 */
import { expect, test } from "vitest";
import { EVERY_REASON } from "~/domain/events/release-held-mails.server";
import { DELETED as INVITATION_DELETED } from "~/domain/invitations/mails.server";
import { DEACTIVATED } from "~/functions/coupons/held-mails.server";
import { DELETED as GIVEAWAY_DELETED } from "~/functions/giveaways/draw/reason-not-to-notify.server";

test("the reasons of held emails are worded as they are stored", () => {
  expect([...EVERY_REASON, INVITATION_DELETED, DEACTIVATED, GIVEAWAY_DELETED]).toEqual([
    "This event was canceled.",
    "This event is over.",
    "The time to register for this event has passed.",
    "This event is full: every place has been taken.",
    "The link in this email no longer works. Resend the invitation instead.",
    "The invitation was deleted, so its email wasn't sent.",
    "The coupon was deactivated before this email was sent. It is sent when the coupon is activated again.",
    "The giveaway was deleted, so this email wasn't sent.",
  ]);
});
