import { FieldProblems, NameFields } from "~/ui/storefront/PersonFields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import type { AudienceId } from "../../audiences";
import {
  ADDRESS_IS_FIXED,
  DECLINE_LABEL,
  declineWarning,
  EMAIL_ME,
  FULL_BUT_WAITING,
  GO_TO_SHOP,
  invitedText,
  JOIN_LIST,
  NOT_YOU,
  REGISTER,
  RENEWABLE,
  type Sentence,
  YOUR_REGISTRATION,
} from "./messages";

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
      <p>{invitedText(audience, title)}</p>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isFull && <p role="status">{FULL_BUT_WAITING}</p>}
      <dl>
        <dt>Email</dt>
        <dd>
          {address}
          <br />
          <small>{ADDRESS_IS_FIXED}</small>
        </dd>
      </dl>
      <form method="post">
        <NameFields values={names} errors={errors} />
        {isFull ? (
          <button type="submit" name={JOIN} value="1">
            {JOIN_LIST}
          </button>
        ) : (
          <button type="submit">{REGISTER}</button>
        )}
      </form>
      {canDecline && (
        <details className="backroom-entry">
          <summary>{DECLINE_LABEL}</summary>
          <form method="post">
            <p>{declineWarning(shopName)}</p>
            <button type="submit" name={DECLINE} value="1" className="backroom-plain">
              {DECLINE_LABEL}
            </button>
          </form>
        </details>
      )}
      <p>
        <small>{NOT_YOU}</small>
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
  sentence: Sentence;
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
          <p>{RENEWABLE}</p>
          <button type="submit" name={RENEW} value="1">
            {EMAIL_ME}
          </button>
        </form>
      )}
      {guestUrl && (
        <p>
          <a href={guestUrl}>{YOUR_REGISTRATION}</a>
        </p>
      )}
      <p>
        <a href={shopUrl}>{GO_TO_SHOP(shopName)}</a>
      </p>
    </StorefrontPage>
  );
}
