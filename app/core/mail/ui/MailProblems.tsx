import { BlockStack, Link, Text } from "@shopify/polaris";
import { pluralize } from "~/platform/text/pluralize";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { JobMail } from "../schemas";

interface MailProblemsProps {
  emails: readonly JobMail[];
  /** In a table: how many. */
  isShort?: boolean;
}

/** The emails with a job's result that didn't arrive, each with why and what to do. Nothing when all did. */
export function MailProblems({ emails, isShort }: MailProblemsProps) {
  const problems = emails.filter(({ problem }) => problem !== null);
  if (problems.length === 0) return null;
  if (isShort)
    return (
      <Text as="span" tone="critical">
        {pluralize(problems.length, "email")} of {emails.length} didn't arrive
      </Text>
    );
  return (
    <BlockStack gap="100">
      {problems.map(({ to, state, problem }) => (
        <Text as="p" tone="critical" key={to}>
          The email to {to} didn't arrive: {problem}
          {state && (
            <>
              {" "}
              <Link url={`/mail?${new URLSearchParams({ q: to })}`}>Send it again in Mail</Link>
            </>
          )}
        </Text>
      ))}
    </BlockStack>
  );
}

/** Who got the email with a job's result: "Emailed to ana@example.com and ben@example.com." Empty without an email that was sent or is on its way. */
export function emailedText(emails: readonly JobMail[]): string {
  const sent = emails.filter(({ state, problem }) => state !== null && problem === null);
  if (sent.length === 0) return "";
  const addresses = new Intl.ListFormat("en-US").format(sent.map(({ to }) => to));
  return sent.some(({ state }) => state !== "sent")
    ? `Being emailed to ${addresses}.`
    : `Emailed to ${addresses}.`;
}

/** Loads the page again as long as emails with a job's result are on their way. */
export function useMailRefresh(emails: readonly JobMail[]): void {
  useListRefresh(emails.some(({ state }) => state === "queued" || state === "sending") ? "mail" : null);
}
