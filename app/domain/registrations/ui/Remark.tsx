import { useNavigate } from "@remix-run/react";
import { Badge, Select } from "@shopify/polaris";
import { parseStoredDate } from "~/platform/dates/date-text";
import { firstPage } from "~/ui/list/address";
import { SecondLine } from "~/ui/list/SecondLine";
import { chosenFilter, type ListFilter } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { Moment } from "~/ui/Moment";
import { ENDING_NAMES, type Ending, expiryOf } from "../expiry/expiry";
import { ANSWER_NAMES, ANSWERS, type RegistrationNarrowing } from "../narrowing";
import type { RegistrationRemark } from "../registration-row.server";

interface RemarkProps {
  remark: RegistrationRemark | null;
}

/** Backroom's own data on a registration, in full: the question, the reason for a rejection, or the rule. */
export function Remark({ remark }: RemarkProps) {
  switch (remark?.kind) {
    case "question":
      return (
        <p>
          Asked by {remark.by}, <Moment at={remark.at} />: “{remark.text}”
        </p>
      );
    case "rejected":
      return (
        <p>
          Rejected by {remark.by}, <Moment at={remark.at} />
          {remark.reason && `: ${remark.reason}`}
          {remark.note && ` “${remark.note}”`}
        </p>
      );
    case "set aside":
      return <p>Set aside for manual review (rule: {remark.rule})</p>;
    default:
      return null;
  }
}

/** A marker for rows that need attention, beside the name in a list. */
export function RemarkBadge({ remark }: RemarkProps) {
  if (remark?.kind === "question" && remark.answered)
    return (
      <span title="The customer has answered. The answer is on their card">
        {" "}
        <Badge tone="attention">Answered</Badge>
      </span>
    );
  if (remark?.kind === "question" && remark.changed)
    return (
      <span title="The customer's record changed in the store after the question was sent">
        {" "}
        <Badge tone="info">Changed</Badge>
      </span>
    );
  if (remark?.kind !== "set aside") return null;
  return (
    <span title={`Set aside for manual review (rule: ${remark.rule})`}>
      {" "}
      <Badge tone="info">Set aside</Badge>
    </span>
  );
}

/** The question or the reason on a line of its own: beside the address, neither could be read. */
export function RemarkSummary({ remark }: RemarkProps) {
  const text = summaryOf(remark);
  return text && <SecondLine>{text}</SecondLine>;
}

function summaryOf(remark: RegistrationRemark | null): string {
  if (remark?.kind === "question") return `Asked by ${remark.by}: “${remark.text}”`;
  if (remark?.kind !== "rejected") return "";
  return [remark.reason || `Rejected by ${remark.by}`, remark.note && `“${remark.note}”`]
    .filter(Boolean)
    .join(" ");
}

interface ExpiryBadgeProps {
  /** The end date as Shopify has it. */
  end: string;
  /** The shop's calendar day, YYYY-MM-DD. */
  today: string;
}

/** A badge for a registration that has ended or ends soon. */
export function ExpiryBadge({ end, today }: ExpiryBadgeProps) {
  const expiry = expiryOf(parseStoredDate(end), today);
  if (!expiry) return null;
  return (
    <>
      {" "}
      <Badge tone={expiry.hasPassed ? "critical" : "warning"}>{expiry.text}</Badge>
    </>
  );
}

const OPTIONS: { label: string; value: Ending | "" }[] = [
  { label: "Any end date", value: "" },
  { label: ENDING_NAMES.soon, value: "soon" },
  { label: ENDING_NAMES.expired, value: "expired" },
];

const ANSWER_OPTIONS = ANSWERS.map((value) => ({ value, label: ANSWER_NAMES[value] }));

/** What a list of registrations is narrowed to. */
export const narrowingFilters = ({ ends, answer }: RegistrationNarrowing): ListFilter[] => [
  ...chosenFilter("End date", "ends", ends, OPTIONS),
  ...chosenFilter("Question", "answer", answer, ANSWER_OPTIONS),
];

/** Filters a list of registrations by their end. The choice is in the URL. */
export function EndingFilter({ ending }: { ending: Ending | undefined }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="End date"
      labelHidden
      options={OPTIONS}
      value={ending ?? ""}
      onChange={(value) => navigate(firstPage(search, { ends: value }))}
    />
  );
}
