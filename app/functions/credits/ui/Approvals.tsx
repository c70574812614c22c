import { BlockStack, Box, Button, Card, Modal, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PageCall } from "~/platform/page-call";
import { Dialog } from "~/ui/Dialog";
import { lazyPart } from "~/ui/lazy-part";
import { useCall } from "~/ui/useCall";
import type { Approval } from "../approvals/find-waiting.server";
import { creditCall } from "../function";
import { ApprovalLine } from "./ApprovalLine";
import { RepetitionBanner } from "./RepetitionBanner";
import { type PostedRequest, usePosted } from "./use-posted";

const DeclineDialog = lazyPart(() => import("./DeclineDialog"));

interface ApprovalsProps {
  approvals: readonly Approval[];
  /** A request was approved and is on its way. */
  onPosted(request: PostedRequest): void;
}

/**
 * Requests above the owner's limit: another administrator approves or declines them, and the requester sees the decision here.
 * Decided requests have a dialog, so that they don't push the list down.
 */
export function Approvals({ approvals, onPosted }: ApprovalsProps) {
  const { run, answer, isBusy } = useCall<CallAnswer>();
  const [latestId, setLatestId] = useState("");
  const [declining, setDeclining] = useState<Approval | null>(null);
  const [showsDecided, setShowsDecided] = useState(false);
  usePosted(answer, onPosted);
  // One approval at a time: the next one would end the wait for this one's answer, which may be a refusal.
  const busyId = isBusy ? latestId : null;
  const approve = (id: string, call: PageCall) => {
    setLatestId(id);
    run(call);
  };

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
                  onApprove={() => approve(one.id, approveCall(one.id))}
                  onDecline={() => setDeclining(one)}
                />
                <RepetitionBanner
                  answer={answer}
                  isBusy={isBusy}
                  current={approveCall(one.id)}
                  onConfirm={(call) => approve(one.id, call)}
                />
              </BlockStack>
            ))}
            {decided.length > 0 && (
              <div>
                <Button variant="plain" onClick={() => setShowsDecided(true)}>
                  {`Recently decided (${decided.length})`}
                </Button>
              </div>
            )}
          </BlockStack>
        </Card>
      </Box>
      {showsDecided && (
        <Dialog title="Recently decided" onClose={() => setShowsDecided(false)}>
          <Modal.Section>
            <BlockStack gap="300">
              {decided.map((one) => (
                <ApprovalLine key={one.id} approval={one} />
              ))}
            </BlockStack>
          </Modal.Section>
        </Dialog>
      )}
      {declining && (
        <Suspense>
          <DeclineDialog approval={declining} onClose={() => setDeclining(null)} />
        </Suspense>
      )}
    </section>
  );
}

const approveCall = (id: string) => creditCall("credits.approve", { id, onRepeat: "ask" });
