import { BlockStack, Box, Button, InlineStack, Scrollable, Text } from "@shopify/polaris";
import { useEffect, useMemo, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { NO_CENTS } from "~/platform/money/cents";
import { parseAmount } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { useFrame } from "~/ui/frame";
import { useCall } from "~/ui/useCall";
import { useLoad } from "~/ui/useLoad";
import { creditCall } from "../function";
import type { CreditOutcome } from "../schemas";
import type { Transaction } from "../transactions-list.server";
import { StateBadge } from "./cells";
import type { PostedRequest } from "./use-posted";

/** A list of a hundred outcomes scrolls, so that the customers stay in view. */
const LIST_HEIGHT = 240;

/** An outcome as it is now. */
type LiveOutcome = CreditOutcome & Partial<Pick<Transaction, "duplicate">>;

/** How often pending outcomes are read again (milliseconds). */
const POLL_EVERY_MS = 2_000;

interface OutcomesProps {
  request: PostedRequest;
  /** By the customers' ids. */
  names: ReadonlyMap<string, string>;
  onClose(): void;
}

/**
 * The live outcomes of a request for each customer, or for each transaction of a reversal. Failed ones show the reason. They can be
 * retried as a new request, except those of a reversal.
 */
export default function Outcomes({ request, names, onClose }: OutcomesProps) {
  const { currency } = useFrame().shop;
  const again = useCall<CallAnswer>();
  const [list, setList] = useState(request.list);
  useEffect(() => setList(request.list), [request]);
  const { list: answered } = ((again.isBusy ? null : again.answer?.value) ?? {}) as {
    list?: CreditOutcome[];
  };
  const retried = useRef<PostedRequest>();
  const latest = useRef(request);
  latest.current = request;
  useEffect(() => {
    // Another request may have been posted since, for the same customers.
    if (answered && retried.current === latest.current)
      setList((before) => before.map((one) => answered.find(({ id }) => id === one.id) ?? one));
  }, [answered]);
  const outcomes = useLiveOutcomes(list);
  // One that a person recognized as already paid must not be offered again.
  const isFailed = ({ state, duplicate }: LiveOutcome) => state === "FAILED" && !duplicate;
  const failed = outcomes.filter(isFailed);
  const others = outcomes.filter((outcome) => !isFailed(outcome));
  const confirmed = outcomes.filter(({ state }) => state === "CONFIRMED").length;
  const { call, amount, reference, expirationDate } = request;
  const what = call === "credits.issueCredits" ? "Credit" : "Adjustment";
  return (
    <section aria-label="Outcomes">
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <Text as="h2" variant="headingSm">
          {what} of {formatMoney(parseAmount(amount, currency) ?? NO_CENTS, currency)}, “{reference}”:{" "}
          {confirmed.toLocaleString("en-US")} of{" "}
          {pluralize(outcomes.length, request.isReversal ? "transaction" : "customer")} confirmed
          {failed.length > 0 && `, ${failed.length} failed`}
        </Text>
        <InlineStack gap="200">
          {failed.length > 0 && !request.isReversal && (
            <Button
              size="slim"
              loading={again.isBusy}
              onClick={() => {
                retried.current = request;
                again.run(
                  creditCall(call, {
                    body: {
                      ids: failed.map(({ id }) => id).join(","),
                      amount,
                      reference,
                      ...(expirationDate && { expirationDate }),
                      onRepeat: "post",
                    },
                  }),
                );
              }}
            >
              Try the failed ones again
            </Button>
          )}
          <Button size="slim" variant="tertiary" onClick={onClose}>
            Close
          </Button>
        </InlineStack>
      </InlineStack>
      <Box maxWidth="100%" paddingBlockStart="200">
        <Scrollable focusable style={{ maxHeight: LIST_HEIGHT }}>
          <BlockStack as="ul" gap="100">
            {[...failed, ...others].map(({ id, postingId, state, problem, duplicate }) => (
              <li key={postingId ?? id}>
                {names.get(id) ?? id} <StateBadge state={state} duplicate={duplicate} />
                {problem && <> {problem}</>}
              </li>
            ))}
          </BlockStack>
        </Scrollable>
      </Box>
    </section>
  );
}

/**
 * The current outcomes. They are read again after each change, and polled until all have ended, because a change during a read would
 * be missed. While the server doesn't answer, they stay as they were.
 */
function useLiveOutcomes(list: readonly CreditOutcome[]): LiveOutcome[] {
  const { load, data, state } = useLoad<{ list: Transaction[] }>();
  const [latest, setLatest] = useState<readonly Transaction[]>([]);
  useEffect(() => {
    if (data) setLatest(data.list);
  }, [data]);
  const ids = useMemo(() => list.flatMap(({ postingId }) => postingId ?? []).join(","), [list]);
  useEffect(() => {
    if (ids) load(`/credits/states?ids=${ids}`);
  }, [ids, load]);
  const latestById = new Map(latest.map((one) => [one.id, one]));
  const outcomes = list.map((one) => {
    const now = one.postingId ? latestById.get(one.postingId) : undefined;
    return now ? { ...one, state: now.state, problem: now.problem, duplicate: now.duplicate } : one;
  });
  const isOpen = outcomes.some(
    ({ postingId, state }) => postingId && state !== "CONFIRMED" && state !== "FAILED",
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts another delay
  useEffect(() => {
    if (!ids || !isOpen || state !== "idle") return;
    const timer = setTimeout(() => load(`/credits/states?ids=${ids}`), POLL_EVERY_MS);
    return () => clearTimeout(timer);
  }, [ids, isOpen, state, data, load]);
  return outcomes;
}
