import { Banner, BlockStack, List } from "@shopify/polaris";
import type { CallAnswer } from "~/core/answer-call.server";
import { formatMoney } from "~/platform/money/format-money";
import type { PageCall } from "~/platform/page-call";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import { OPERATION_ID } from "~/ui/OperationId";
import { withFields } from "~/ui/useCall";
import type { Repetition } from "../schemas";

interface RepetitionBannerProps {
  /** The latest one. */
  answer: CallAnswer | undefined;
  isBusy: boolean;
  /** The call as the form's fields are now. When one was changed since the question, the question is void. */
  current: PageCall;
  /** Posts the call of the question, with the key that it had. */
  onConfirm(call: PageCall): void;
}

/** Asks before the same credit is posted twice. Shows the earlier one with its time and administrator. */
export function RepetitionBanner({ answer, isBusy, current, onConfirm }: RepetitionBannerProps) {
  const { posted, value } = answer ?? {};
  const { repetition } = (value ?? {}) as { repetition?: Repetition };
  if (!posted || !repetition || !isSame(posted, current)) return null;
  return (
    <Banner
      tone="warning"
      title={repetition.question}
      action={{
        content: "Post it anyway",
        loading: isBusy,
        onAction: () => onConfirm({ ...posted, input: withFields(posted.input, { onRepeat: "post" }) }),
      }}
    >
      <EarlierPostings {...repetition} />
    </Banner>
  );
}

function isSame(posted: PageCall, current: PageCall): boolean {
  const fieldsOf = ({ input }: PageCall) => (input.body ?? input) as Readonly<Record<string, unknown>>;
  const textOf = (value: unknown) => String(value ?? "").trim();
  const [before, now] = [fieldsOf(posted), fieldsOf(current)];
  const names = Object.keys({ ...before, ...now }).filter((name) => name !== OPERATION_ID);
  return posted.call === current.call && names.every((name) => textOf(before[name]) === textOf(now[name]));
}

function EarlierPostings({ earlier, more }: Pick<Repetition, "earlier" | "more">) {
  const { currency } = useFrame().shop;
  return (
    <BlockStack gap="100">
      <List>
        {earlier.map(({ shopifyCustomerId, customerName, amountCents, reference, at, by, isWaiting }) => (
          <List.Item key={`${shopifyCustomerId} ${at}`}>
            {customerName}: {formatMoney(amountCents, currency)}, “{reference}”, on{" "}
            <Moment at={at} time zone="UTC" named /> by {by}
            {isWaiting && ", waits for approval"}
          </List.Item>
        ))}
        {more > 0 && <List.Item>And {more.toLocaleString("en-US")} others</List.Item>}
      </List>
    </BlockStack>
  );
}
