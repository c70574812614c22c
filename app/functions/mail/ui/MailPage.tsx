import { Banner, BlockStack, Card, DescriptionList, Link, Page, Text } from "@shopify/polaris";
import { TEXT_KEPT_DAYS } from "~/core/mail/mail-text";
import { MailPreview } from "~/core/mail/ui/MailPreview";
import { EmailText } from "~/ui/EmailText";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { mailCall } from "../function";
import { mayBeSentAgain, STATE_BADGES } from "../list";
import type { MailDetail } from "../list.server";
import { MailStateBadge } from "./MailsPage";

/** An email's delivery state, its actions, and the email itself. */
export function MailPage({ mail }: { mail: MailDetail }) {
  const { run, isBusy } = useCall();
  useListRefresh("mail");
  const { to, isStopped } = mail;
  return (
    <Page
      title={mail.subject}
      titleMetadata={<MailStateBadge state={mail.state} />}
      subtitle={mail.kind}
      backAction={{ content: "Mail", url: "/mail" }}
      primaryAction={
        mayBeSentAgain(mail.state) && mail.html !== ""
          ? {
              content: "Send again",
              disabled: isStopped,
              loading: isBusy,
              helpText: isStopped ? "First allow email to this address." : undefined,
              onAction: () => run(mailCall("mail.sendAgain", { ids: [mail.id] })),
            }
          : undefined
      }
    >
      <BlockStack gap="400">
        {isStopped && (
          <Banner
            tone="warning"
            title={`Email to ${to.email} is blocked`}
            action={{
              content: "Allow email to this address",
              loading: isBusy,
              onAction: () => run(mailCall("mail.allow", { id: mail.id }, to.email)),
            }}
          >
            An email to this address bounced. Allow email to it when you know that the address works again.
          </Banner>
        )}
        <Card>
          <DescriptionList gap="tight" items={factsOf(mail)} />
        </Card>
        <Card>
          {mail.html === "" ? (
            <Text as="p" tone="subdued">
              The text of this email was deleted after {TEXT_KEPT_DAYS} days.
            </Text>
          ) : (
            <MailPreview subject={mail.subject} html={mail.html} />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

function factsOf(mail: MailDetail) {
  const facts = [
    {
      term: "To",
      description: (
        <>
          {mail.to.name} <EmailText email={mail.to.email} />
        </>
      ),
    },
    { term: "Requested", description: <Moment at={mail.createdAt} time /> },
    { term: "Attempts", description: String(mail.attempts) },
  ];
  if (mail.nextAttemptAt)
    facts.push({ term: "Next attempt", description: <Moment at={mail.nextAttemptAt} time /> });
  if (mail.endedAt)
    facts.push({
      term: STATE_BADGES[mail.state].label,
      description: <Moment at={mail.endedAt} time />,
    });
  if (mail.problem) facts.push({ term: "Why", description: <>{mail.problem}</> });
  if (mail.hasPersonalLink)
    facts.push({
      term: "Personal link",
      description: <>Only in the email itself. Here you see a placeholder.</>,
    });
  if (mail.customer)
    facts.push({
      term: "Customer",
      description: (
        <>
          <Link url={`/customers/${mail.customer.id}`}>Person card</Link>
          {", "}
          <Link url={`/mail?q=${mail.customer.id}`}>all emails about this person</Link>
          {", "}
          <Link url={mail.customer.url} target="_blank">
            in the Shopify admin
          </Link>
        </>
      ),
    });
  return [...facts, { term: "Message-ID", description: <>{mail.messageId}</> }];
}
