import { FieldProblems, NameFields } from "~/ui/storefront/PersonFields";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import type { AudienceId } from "../../audiences";
import {
  ADDRESS_IS_FIXED,
  FULL_BUT_WAITING,
  GO_TO_SHOP,
  invitedText,
  JOIN_LIST,
  NOT_YOU,
  REGISTER,
  type Sentence,
  YOUR_REGISTRATION,
} from "./messages";

/** The field by which the page reports that a person has opened it. */
export const OPENED = "opened";
/** The button that joins the waiting list. */
export const JOIN = "join";

/**
 * Reports once that a person uses the page. Mail scanners load it, too, so loading it isn't enough.
 * It has no braces, because Shopify would run them as Liquid.
 */
const REPORT_OPENED = `(reported => ['pointermove', 'pointerdown', 'wheel', 'keydown'].forEach(type => addEventListener(type, () => reported.size || (reported.add(type), navigator.sendBeacon(location.href, new URLSearchParams('${OPENED}=1'))))))(new Set())`;

interface InvitationPageProps {
  shopName: string;
  audience: AudienceId;
  email: string;
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
  email,
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
          {email}
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
  shopName,
  shopUrl,
}: {
  sentence: Sentence;
  /** Where the person finds their registration. */
  guestUrl?: string;
  shopName: string;
  shopUrl: string;
}) {
  return (
    <StorefrontPage title={title}>
      <p role="status">{text}</p>
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
