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

/** The last decision on a person, with a button that takes it back, for as long as nobody changed it since. */
export function TakeBack({ customerId, onTakenBack }: TakeBackProps) {
  const { data, load } = useFetcher<{
    decision: { id: string; status: string; by: string; at: string } | null;
  }>();
  const undo = useFetcher<ActionAnswer>();
  // A second click repeats the operation instead of undoing twice.
  const [operationId] = useState(() => crypto.randomUUID());
  useEffect(() => load(`/customers/${customerId}/last-decision`), [load, customerId]);
  const done = undo.state === "idle" && isAccepted(undo.data);
  useEffect(() => {
    if (done) onTakenBack();
  }, [done, onTakenBack]);

  if (!data) return <SkeletonLines lines={1} />;
  const { decision } = data;
  if (!decision) {
    return (
      <Text as="p" tone="subdued">
        There is no decision that could be taken back.
      </Text>
    );
  }
  return (
    <InlineStack align="space-between" blockAlign="center" gap="200">
      <Text as="p">
        Now: {decision.status}, decided by {decision.by} on <Moment at={decision.at} time />
      </Text>
      <Button
        loading={undo.state !== "idle"}
        onClick={() =>
          undo.submit({ intent: "undo", decisionId: decision.id, operationId }, { method: "post" })
        }
      >
        Take it back
      </Button>
    </InlineStack>
  );
}
