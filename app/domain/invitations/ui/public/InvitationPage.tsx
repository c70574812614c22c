import { FieldProblems, NameFields } from "~/ui/storefront/PersonFields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import type { AudienceId } from "../../audiences";
import * as messages from "./messages";

/** The field by which the page reports that a person has opened it. */
export const OPENED = "opened";
/** The button that joins the waiting list. */
export const JOIN = "join";
/** The button that declines the invitation. */
export const DECLINE = "decline";
/** The button that asks for a new link. */
export const RENEW = "renew";

/**
 * Reports once that a person uses the page. Mail scanners load it, too, so loading it isn't enough.
 * It has no braces, because Shopify would run them as Liquid.
 */
const REPORT_OPENED = `(reported => ['pointermove', 'pointerdown', 'wheel', 'keydown'].forEach(type => addEventListener(type, () => reported.size || (reported.add(type), navigator.sendBeacon(location.href, new URLSearchParams('${OPENED}=1'))))))(new Set())`;

interface InvitationPageProps {
  shopName: string;
  audience: AudienceId;
  /** The masked address of the invitation: its link can be passed on. */
  address: string;
  canDecline: boolean;
  /** What the invitation is for, and details, where the audience has them. */
  title: string;
  details: readonly string[];
  /** Every place is taken, and the form joins the waiting list. */
  isFull: boolean;
  names: { firstName: string; lastName: string };
  errors?: { firstName?: string; lastName?: string };
}

/** The public page of an invitation: a description, and a form that works without JavaScript. */
export function InvitationPage({
  shopName,
  audience,
  address,
  canDecline,
  title,
  details,
  isFull,
  names,
  errors = {},
}: InvitationPageProps) {
  return (
    <StorefrontPage title={`Welcome to ${shopName}`}>
      <FieldProblems errors={errors} />
      <p>{messages.invitedText(audience, title)}</p>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isFull && <p role="status">{messages.FULL_BUT_WAITING}</p>}
      <dl>
        <dt>Email</dt>
        <dd>
          {address}
          <br />
          <small>{messages.ADDRESS_IS_FIXED}</small>
        </dd>
      </dl>
      <form method="post">
        <NameFields values={names} errors={errors} />
        {isFull ? (
          <button type="submit" name={JOIN} value="1">
            {messages.JOIN_LIST}
          </button>
        ) : (
          <button type="submit">{messages.REGISTER}</button>
        )}
      </form>
      {canDecline && (
        <details className="backroom-entry">
          <summary>{messages.DECLINE_LABEL}</summary>
          <form method="post">
            <p>{messages.declineWarning(shopName)}</p>
            <button type="submit" name={DECLINE} value="1" className="backroom-plain">
              {messages.DECLINE_LABEL}
            </button>
          </form>
        </details>
      )}
      <p>
        <small>{messages.NOT_YOU}</small>
      </p>
      {/* A constant of this file. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the script. */}
      <script dangerouslySetInnerHTML={{ __html: REPORT_OPENED }} />
    </StorefrontPage>
  );
}

/** A page with one message about an invitation and a link to the shop. */
export function SentencePage({
  sentence: { title, text },
  guestUrl,
  canRenew,
  shopName,
  shopUrl,
}: {
  sentence: messages.Sentence;
  /** Where the person finds their registration. */
  guestUrl?: string;
  /** An expired link, for which the person can get a new one. */
  canRenew: boolean;
  shopName: string;
  shopUrl: string;
}) {
  return (
    <StorefrontPage title={title}>
      <p role="status">{text}</p>
      {canRenew && (
        <form method="post">
          <p>{messages.RENEWABLE}</p>
          <button type="submit" name={RENEW} value="1">
            {messages.EMAIL_ME}
          </button>
        </form>
      )}
      {guestUrl && (
        <p>
          <a href={guestUrl}>{messages.YOUR_REGISTRATION}</a>
        </p>
      )}
      <p>
        <a href={shopUrl}>{messages.GO_TO_SHOP(shopName)}</a>
      </p>
    </StorefrontPage>
  );
}
