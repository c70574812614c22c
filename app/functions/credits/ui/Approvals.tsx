import { BlockStack, Box, Button, Card, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { useFetcher } from "~/ui/useFetcher";
import type { Approval } from "../approvals/schemas";
import type { CreditsAnswer, PostedRequest } from "../form.server";
import { ApprovalLine } from "./ApprovalLine";
import { RepetitionBanner } from "./RepetitionBanner";
import { usePosted } from "./use-posted";

const DeclineDialog = lazyPart(() => import("./DeclineDialog"));

interface ApprovalsProps {
  approvals: readonly Approval[];
  /** A request was approved and is on its way. */
  onPosted(request: PostedRequest): void;
}

/**
 * Requests above the owner's limit: another administrator approves or declines them, and the requester sees the decision here.
 * Decided requests are collapsed, so that they don't push the list down.
 */
export function Approvals({ approvals, onPosted }: ApprovalsProps) {
  const fetcher = useFetcher<CreditsAnswer>();
  const [declining, setDeclining] = useState<Approval | null>(null);
  const [showsDecided, setShowsDecided] = useState(false);
  usePosted(fetcher, onPosted);
  // One approval at a time: the next one would end the wait for this one's answer, which may be a refusal.
  const busyId = fetcher.state === "idle" ? null : fetcher.formData?.get("id");

  const waiting = approvals.filter(({ state }) => state === "waiting");
  const decided = approvals.filter(({ state }) => state !== "waiting");
  return (
    <section aria-label="Approvals">
      <Box paddingBlockStart="300">
        <Card>
          <BlockStack gap="300">
            {waiting.length > 0 && (
              <Text as="h2" variant="headingSm">
                Waiting for approval
              </Text>
            )}
            {waiting.map((one) => (
              <BlockStack key={one.id} gap="200">
                <ApprovalLine
                  approval={one}
                  isBusy={busyId === one.id}
                  isBlocked={busyId !== null && busyId !== one.id}
                  onApprove={() => fetcher.submit({ intent: "approve", id: one.id }, { method: "post" })}
                  onDecline={() => setDeclining(one)}
                />
                <RepetitionBanner fetcher={fetcher} fields={{ id: one.id }} />
              </BlockStack>
            ))}
            {decided.length > 0 && (
              <div>
                <Button
                  variant="plain"
                  disclosure={showsDecided ? "up" : "down"}
                  ariaExpanded={showsDecided}
                  onClick={() => setShowsDecided(!showsDecided)}
                >
                  {`Recently decided (${decided.length})`}
                </Button>
              </div>
            )}
            {showsDecided && decided.map((one) => <ApprovalLine key={one.id} approval={one} />)}
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
