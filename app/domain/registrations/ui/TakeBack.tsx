import { useFetcher } from "@remix-run/react";
import { Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { Moment } from "~/ui/Moment";
import { isAccepted } from "~/ui/OperationId";
import { SkeletonLines } from "~/ui/Skeletons";

interface TakeBackProps {
  /** The number at the end of the customer's id. */
  customerId: string;
  onTakenBack(): void;
}

interface Last {
  decision: { id: string; status: string; by: string; at: string } | null;
  question: { id: string; by: string; at: string } | null;
}

/**
 * The question that a person waits with, or the last decision on them, with a button that takes it back, for as long as nobody
 * changed it since.
 */
export function TakeBack({ customerId, onTakenBack }: TakeBackProps) {
  const { data, load } = useFetcher<Last>();
  const undo = useFetcher<ActionAnswer>();
  // A second click repeats the operation instead of undoing twice.
  const [operationId] = useState(() => crypto.randomUUID());
  useEffect(() => load(`/customers/${customerId}/last-decision`), [load, customerId]);
  const done = undo.state === "idle" && isAccepted(undo.data);
  useEffect(() => {
    if (done) onTakenBack();
  }, [done, onTakenBack]);

  if (!data) return <SkeletonLines lines={1} />;
  const { decision, question } = data;
  const last = question ?? decision;
  if (!last) {
    return (
      <Text as="p" tone="subdued">
        There is no decision that could be taken back.
      </Text>
    );
  }
  const fields: Record<string, string> = question
    ? { intent: "withdraw", questionId: last.id }
    : { intent: "undo", decisionId: last.id, operationId };
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <Text as="p">
        {question ? "Now: waits for information, asked by" : `Now: ${decision?.status}, decided by`} {last.by}{" "}
        on <Moment at={last.at} time />
      </Text>
      <Button loading={undo.state !== "idle"} onClick={() => undo.submit(fields, { method: "post" })}>
        Take it back
      </Button>
    </InlineStack>
  );
}
