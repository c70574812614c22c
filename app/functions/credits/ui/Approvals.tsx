import { useFetcher } from "@remix-run/react";
import { Badge, BlockStack, Box, Button, ButtonGroup, Card, InlineGrid, Text } from "@shopify/polaris";
import { lazy, Suspense, useState } from "react";
import { formatMoney } from "~/platform/money";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import type { Approval } from "../approvals/contract";
import type { CreditsAnswer } from "../form.server";
import { customersInWords } from "../messages";

const DeclineDialog = lazy(() => import("./DeclineDialog"));

const STATES = {
  waiting: { tone: "attention", label: "Waiting" },
  approved: { tone: "success", label: "Approved" },
  declined: { tone: "critical", label: "Declined" },
} as const;

/** Requests above the owner's amount: another person approves or declines them, and who asked sees here what came of it. */
export function Approvals({ approvals }: { approvals: readonly Approval[] }) {
  const { shop, administrator } = useFrame();
  const fetcher = useFetcher<CreditsAnswer>();
  const [declining, setDeclining] = useState<Approval | null>(null);
  const isOwn = (one: Approval) => one.askedById === administrator.id;
  const money = (cents: number) => formatMoney(cents, shop.currency);
  return (
    <section aria-label="Waiting for approval">
      <Box paddingBlockStart="300">
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingSm">
              Waiting for approval
            </Text>
            {approvals.map((one) => (
              <InlineGrid key={one.id} columns={{ xs: 1, md: "1fr auto" }} alignItems="center" gap="200">
                <span>
                  <Badge tone={STATES[one.state].tone}>{STATES[one.state].label}</Badge> {one.type} of{" "}
                  {money(one.amountCents)} for {customersInWords(one.customers)},{" "}
                  {money(one.amountCents * one.customers)} in all: “{one.reference}”, asked by{" "}
                  {one.askedByName} on <Moment at={one.askedAt} time />
                  {one.decidedByName && ` · ${STATES[one.state].label} by ${one.decidedByName}`}
                  {one.reason && `: ${one.reason}`}
                  {isOwn(one) && one.state === "waiting" && (
                    <Text as="span" tone="subdued">
                      {" "}
                      · somebody else has to approve what you asked for
                    </Text>
                  )}
                </span>
                {one.state === "waiting" && (
                  <ButtonGroup>
                    <Button
                      size="slim"
                      disabled={isOwn(one)}
                      loading={fetcher.state !== "idle" && fetcher.formData?.get("id") === one.id}
                      accessibilityLabel={`Approve: ${one.reference}`}
                      onClick={() => fetcher.submit({ intent: "approve", id: one.id }, { method: "post" })}
                    >
                      Approve
                    </Button>
                    <Button
                      size="slim"
                      tone="critical"
                      accessibilityLabel={`Decline: ${one.reference}`}
                      onClick={() => setDeclining(one)}
                    >
                      Decline
                    </Button>
                  </ButtonGroup>
                )}
              </InlineGrid>
            ))}
          </BlockStack>
        </Card>
      </Box>
      {declining && (
        <Suspense>
          <DeclineDialog approval={declining} onClose={() => setDeclining(null)} />
        </Suspense>
      )}
    </section>
  );
}
