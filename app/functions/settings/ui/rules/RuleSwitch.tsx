import { Badge, BlockStack, Button, ButtonGroup, Card, InlineStack } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import type { Rule } from "~/domain/registrations/rules/rule";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "~/ui/CardHeading";
import { lazyPart } from "~/ui/lazy-part";
import { useFetcher } from "~/ui/useFetcher";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface RuleSwitchProps {
  rule: Rule;
  /** The rule as it is entered isn't saved. The switch would be about the stored one. */
  isDirty: boolean;
}

/** Turns the rule on or off, or deletes it. */
export function RuleSwitch({ rule, isDirty }: RuleSwitchProps) {
  const fetcher = useFetcher<ActionAnswer>();
  const [isAsking, setAsking] = useState(false);
  const isBusy = fetcher.state !== "idle";
  // A refusal is a notice, which the dialog would cover.
  useEffect(() => {
    if (fetcher.data) setAsking(false);
  }, [fetcher.data]);
  const post = (fields: Record<string, string>) => fetcher.submit(fields, { method: "post" });
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" align="space-between" blockAlign="start" wrap={false}>
          <CardHeading title="Switch">
            {isDirty
              ? "Save or discard your changes first."
              : rule.active
                ? "It applies to each new registration. Turning it off takes effect immediately."
                : "When on, it applies to pending and new registrations. You can undo each approval."}
          </CardHeading>
          {rule.active ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
        </InlineStack>
        <ButtonGroup>
          <Button
            variant={rule.active ? undefined : "primary"}
            loading={isBusy}
            disabled={isDirty}
            onClick={() =>
              post({ intent: "switch", version: String(rule.version), active: rule.active ? "off" : "on" })
            }
          >
            {rule.active ? "Switch off" : "Switch on"}
          </Button>
          <Button tone="critical" variant="tertiary" disabled={isBusy} onClick={() => setAsking(true)}>
            Delete
          </Button>
        </ButtonGroup>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Delete “${rule.name}”?`}
            confirmLabel="Delete"
            destructive
            busy={isBusy}
            onConfirm={() => post({ intent: "delete" })}
            onClose={() => setAsking(false)}
          >
            Its approvals stay.
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}
