import { Banner, BlockStack, ChoiceList, Modal, Select } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "~/ui/Dialog";
import { isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { SkeletonLines } from "~/ui/Skeletons";
import { useDialogCall } from "~/ui/useDialogCall";
import { useLoad } from "~/ui/useLoad";
import { returnCall } from "../function";
import type { ChosenRule, RestockRule } from "../schemas";

type Answer = { rule: RestockRule } | { problem: string };

const ADDRESS = "/orderReturns/rule";
/** Follows the shop's first location, also when that changes. */
const FIRST = "";

/** The dialog of the rule that chooses a disposition for received units. Render it while it is open. */
export default function RestockRuleDialog({ onClose }: { onClose(): void }) {
  const { data, state, load } = useLoad<Answer>();
  const [changed, setChanged] = useState<Partial<ChosenRule>>({});
  const save = useDialogCall();
  useHoldRefresh(true);
  const loadRule = useRef(load);
  loadRule.current = load;
  useEffect(() => loadRule.current(ADDRESS), []);
  const close = useRef(onClose);
  close.current = onClose;
  const { answer, isBusy, refusal } = save;
  useEffect(() => {
    if (isAccepted(answer)) close.current();
  }, [answer]);

  const problem = data && "problem" in data ? data.problem : null;
  const rule = data && "rule" in data ? data.rule : null;
  const seen = rule && { location_id: rule.location_id, not_restocked: rule.not_restocked };
  const chosen = seen && { ...seen, ...changed };
  return (
    <Dialog
      title="Restock rule"
      onClose={onClose}
      primaryAction={{
        content: "Save",
        disabled: !chosen,
        loading: isBusy,
        onAction: () => chosen && seen && save.run(returnCall("orderReturns.saveRule", { ...chosen, seen })),
      }}
      secondaryActions={[{ content: "Close", disabled: isBusy, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {problem && (
            <Banner
              tone="critical"
              action={{ content: "Try again", loading: state !== "idle", onAction: () => load(ADDRESS) }}
            >
              {problem}
            </Banner>
          )}
          {refusal && <Banner tone={refusal.level}>{refusal.text}</Banner>}
          {!data && <SkeletonLines lines={4} />}
          {rule && chosen && (
            <>
              <Select
                label="Restock received units at"
                options={[
                  { value: FIRST, label: "The first location" },
                  ...rule.locations.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={chosen.location_id ?? FIRST}
                onChange={(id) =>
                  !isBusy && setChanged({ ...changed, location_id: id === FIRST ? null : id })
                }
              />
              <ChoiceList
                allowMultiple
                title="Don’t restock units with these reasons"
                choices={rule.reasons.map(({ id, name }) => ({ value: id, label: name }))}
                selected={chosen.not_restocked}
                onChange={(ids) => !isBusy && setChanged({ ...changed, not_restocked: ids })}
              />
            </>
          )}
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}
