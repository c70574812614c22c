import { Badge, Banner, BlockStack, Button, InlineStack, Link, Text } from "@shopify/polaris";
import type { CallAnswer } from "~/core/answer-call.server";
import type { TestStep } from "~/platform/connection-test.server";
import { isMailAddress } from "~/platform/mail-address";
import type { ActionAnswer } from "~/platform/notice";
import { AnnotatedCard, CardForm } from "~/ui/form/CardForm";
import { TextInput } from "~/ui/form/fields";
import { TestSteps } from "~/ui/TestSteps";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { settingsCall } from "../../function";
import type { MailSettings } from "../../mail/change.server";
import { MAX_PER_MINUTE } from "../../mail/limits";
import { SECTIONS } from "../../sections";
import { SectionPage } from "../SectionPage";

const oneAddress = (text: string) =>
  text.trim() === "" || isMailAddress(text.trim())
    ? undefined
    : "Enter exactly one email address, or leave it blank.";

const paceProblem = (text: string) => {
  const number = Number(text.replaceAll(",", ""));
  return text.trim() === "" || (Number.isInteger(number) && number >= 1 && number <= MAX_PER_MINUTE)
    ? undefined
    : `Enter a number from 1 to ${MAX_PER_MINUTE.toLocaleString("en-US")}, or leave it blank for no limit.`;
};

/** What isn't a number is sent as it is, and the call refuses it. */
function paceIn(text: string): number | string | null {
  const digits = text.trim().replaceAll(",", "");
  if (digits === "") return null;
  return /^\d+$/.test(digits) ? Number(digits) : text;
}

/** The sender of emails, their pace, the mail server, and the texts. */
export function MailSettingsPage({ own, sender, hasServer, perMinute, texts }: MailSettings) {
  return (
    <SectionPage section={SECTIONS.mail}>
      {!hasServer && (
        <Banner tone="warning" title="No mail server is set up">
          Emails wait and fail after two days. To send them, set SMTP_URL to a mail server where Backroom
          runs.
        </Banner>
      )}
      {hasServer && !sender && (
        <Banner tone="warning" title="No sender set">
          Emails wait until there is an address. Enter one below.
        </Banner>
      )}
      <SenderCard own={own} sender={sender} />
      <PaceCard perMinute={perMinute} />
      {hasServer && <ServerTest />}
      <Texts texts={texts} />
    </SectionPage>
  );
}

function SenderCard({ own, sender }: Pick<MailSettings, "own" | "sender">) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Sender"
      about={
        sender
          ? `Emails are sent as ${sender.from.name ? `${sender.from.name} <${sender.from.email}>` : sender.from.email}${sender.replyTo ? `. Replies go to ${sender.replyTo}` : ""}.`
          : "No emails are sent."
      }
      fetcher={fetcher}
      call={settingsCall("mailSettings.saveSender", { seen: own })}
      stored={JSON.stringify(own)}
    >
      <TextInput
        name="name"
        label="Name"
        optional
        placeholder={sender?.from.name}
        helpText="Leave blank for the shop's name."
        maxLength={100}
        defaultValue={own.name}
      />
      <TextInput
        name="email"
        label="From"
        optional
        placeholder={sender?.from.email}
        inputMode="email"
        helpText="Your mail server must be allowed to send for this address. Leave blank for the installation's address, or else the shop's."
        maxLength={254}
        defaultValue={own.email}
        validate={oneAddress}
      />
      <TextInput
        name="replyTo"
        label="Reply to"
        optional
        placeholder={sender?.replyTo ?? sender?.from.email}
        inputMode="email"
        helpText="Leave blank for the shop's own address."
        maxLength={254}
        defaultValue={own.replyTo}
        validate={oneAddress}
      />
    </CardForm>
  );
}

function PaceCard({ perMinute }: Pick<MailSettings, "perMinute">) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <CardForm
      title="Pace"
      about="Emails that a customer is waiting for are sent first."
      fetcher={fetcher}
      call={settingsCall("mailSettings.savePace", { seen: perMinute })}
      stored={String(perMinute)}
    >
      <TextInput
        name="perMinute"
        label="Emails per minute"
        optional
        inputMode="numeric"
        helpText="For a mail server with a rate limit. Leave blank for as fast as it accepts them."
        maxLength={5}
        defaultValue={perMinute === null ? "" : String(perMinute)}
        validate={paceProblem}
        sent={paceIn}
      />
    </CardForm>
  );
}

/** Tests the mail server of the installation, and shows each step. */
function ServerTest() {
  const test = useCall<CallAnswer>();
  const answer = test.answer?.value as { steps: TestStep[] } | undefined;
  return (
    <AnnotatedCard
      title="Mail server"
      about="The variable SMTP_URL where Backroom runs has its address, user and password. The test sends no email."
    >
      <BlockStack gap="300">
        <InlineStack>
          <Button loading={test.isBusy} onClick={() => test.run(settingsCall("mailSettings.testServer", {}))}>
            Test connection
          </Button>
        </InlineStack>
        {answer && <TestSteps steps={answer.steps} />}
      </BlockStack>
    </AnnotatedCard>
  );
}

const Texts = ({ texts }: Pick<MailSettings, "texts">) => (
  <AnnotatedCard title="Texts" about="Choose one to read, change and try it.">
    <BlockStack as="ul" gap="400">
      {texts.map(({ id, name, when, isOwn, fault }) => (
        <li key={id}>
          <BlockStack gap="050">
            <InlineStack gap="200" blockAlign="center">
              <Link url={`/settings/mail/${id}`} removeUnderline>
                {name}
              </Link>
              {isOwn && <Badge tone="info">Your words</Badge>}
              {fault && <Badge tone="critical">To be corrected</Badge>}
            </InlineStack>
            {fault && (
              <Text as="p" tone="critical">
                {fault}
              </Text>
            )}
            <Text as="p" tone="subdued">
              {when}
            </Text>
          </BlockStack>
        </li>
      ))}
    </BlockStack>
  </AnnotatedCard>
);
