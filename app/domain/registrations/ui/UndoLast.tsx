import { Banner, Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect } from "react";
import { Moment } from "~/ui/Moment";
import { isAccepted } from "~/ui/OperationId";
import { SkeletonLines } from "~/ui/Skeletons";
import { useDialogCall } from "~/ui/useDialogCall";
import { useLoad } from "~/ui/useLoad";
import { registrationCall } from "../calls-of-pages";

interface UndoLastProps {
  /** The number at the end of the customer's id. */
  customerId: string;
  onUndone(): void;
}

interface Last {
  decision: { id: string; status: string; by: string; at: string } | null;
  question: { id: string; by: string; at: string } | null;
}

/**
 * A customer's open question or last decision, with a button that undoes it while it is unchanged.
 */
export function UndoLast({ customerId, onUndone }: UndoLastProps) {
  const { data, load } = useLoad<Last | { problem: string }>();
  const { run, isBusy, answer, refusal } = useDialogCall();
  useEffect(() => load(`/customers/${customerId}/last-decision`), [load, customerId]);
  const done = !isBusy && isAccepted(answer);
  useEffect(() => {
    if (done) onUndone();
  }, [done, onUndone]);

  if (!data) return <SkeletonLines lines={1} />;
  const refused = refusal && <Banner tone={refusal.level}>{refusal.text}</Banner>;
  if ("problem" in data) {
    return (
      <>
        {refused}
        <Text as="p" tone="critical">
          {data.problem}
        </Text>
      </>
    );
  }
  const { decision, question } = data;
  const last = question ?? decision;
  if (!last) {
    return (
      <>
        {refused}
        <Text as="p" tone="subdued">
          There is no decision to undo.
        </Text>
      </>
    );
  }
  const call = question
    ? registrationCall("questions.withdraw", { id: last.id })
    : registrationCall("customers.undoDecision", { id: last.id });
  return (
    <>
      {refused}
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="p">
          {question ? "Now: needs information, asked by" : `Now: ${decision?.status}, decided by`} {last.by}{" "}
          on <Moment at={last.at} time />
        </Text>
        <Button loading={isBusy} onClick={() => run(call)}>
          Undo
        </Button>
      </InlineStack>
    </>
  );
}
