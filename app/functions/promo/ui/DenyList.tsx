import { BlockStack, Card, FormLayout, InlineGrid, Link, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { PromoTab } from "~/domain/submissions/access";
import { CardHeading } from "~/ui/CardHeading";
import { TextInput } from "~/ui/form/fields";
import { RecordForm } from "~/ui/form/RecordForm";
import { lazyPart } from "~/ui/lazy-part";
import { latestOf } from "~/ui/list/latest-row";
import { PlainTable } from "~/ui/list/PlainTable";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { promoCall } from "../function";
import type { ReasonRow } from "./lists";
import { PromoFrame } from "./PromoFrame";
import { RowEditorButtons, useRowEditor } from "./RowEditor";

interface DenyListProps {
  tabs: readonly PromoTab[];
  hasPromotions: boolean;
  deny: readonly ReasonRow[];
  loyaltyDeny: readonly ReasonRow[];
  hold: readonly ReasonRow[];
}

/** The tab Deny List: the reasons that reviewers choose from. */
export function DenyList({ tabs, hasPromotions, deny, loyaltyDeny, hold }: DenyListProps) {
  useListRefresh("promo-reasons");
  return (
    <PromoFrame tabs={tabs} hasPromotions={hasPromotions} selected="DenyList">
      <InlineGrid gap="400" columns={{ xs: 1, lg: 3 }}>
        <ReasonEditor list="deny" title="Deny reasons" reasons={deny} />
        <ReasonEditor list="loyaltyDeny" title="Deny reasons of loyalty orders" reasons={loyaltyDeny} />
        <ReasonEditor list="hold" title="Hold reasons" reasons={hold} />
      </InlineGrid>
    </PromoFrame>
  );
}

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface ReasonEditorProps {
  list: keyof typeof CALLS;
  title: string;
  reasons: readonly ReasonRow[];
}

const COLUMNS = [
  { key: "reason", title: "Reason", narrow: "title" },
  { key: "orderInList", title: "Order in list", align: "end" },
] as const;

const MAX_REASON_LENGTH = 255;

/** A change sends the reason that it is based on, because someone else may have changed it since. */
const changeOf = ({ id, reason, orderInList }: ReasonRow) => ({ id, before: { reason, orderInList } });

const denyCalls = (isLoyalty: boolean) => ({
  save: (edited: ReasonRow | null) =>
    edited
      ? promoCall("promo.changeDenyReason", { ...changeOf(edited), isLoyalty })
      : promoCall("promo.createDenyReason", { isLoyalty }),
  remove: ({ id }: ReasonRow) => promoCall("promo.deleteDenyReason", { id, isLoyalty }),
});

const CALLS = {
  deny: denyCalls(false),
  loyaltyDeny: denyCalls(true),
  hold: {
    save: (edited: ReasonRow | null) =>
      edited
        ? promoCall("promo.changeHoldReason", changeOf(edited))
        : promoCall("promo.createHoldReason", {}),
    remove: ({ id }: ReasonRow) => promoCall("promo.deleteHoldReason", { id }),
  },
};

/** A list of reasons with its form: to add one, or to edit the one whose row was selected. */
function ReasonEditor({ list, title, reasons }: ReasonEditorProps) {
  const editor = useRowEditor<ReasonRow>();
  const { edit, fetcher, deletion, formKey, container } = editor;
  const edited = editor.edited && latestOf(editor.edited, reasons);
  const calls = CALLS[list];
  const [deleting, setDeleting] = useState<ReasonRow | null>(null);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title={title} />
        <div ref={container}>
          <RecordForm key={formKey} fetcher={fetcher} action="/promo" call={calls.save(edited)}>
            <FormLayout>
              <FormLayout.Group condensed>
                <TextInput
                  name="reason"
                  label="Reason"
                  defaultValue={edited?.reason}
                  maxLength={MAX_REASON_LENGTH}
                />
                <TextInput
                  name="orderInList"
                  label="Order"
                  defaultValue={edited?.orderInList?.toString()}
                  inputMode="numeric"
                  maxLength={6}
                  sent={(text) => text.trim() || null}
                />
              </FormLayout.Group>
              <RowEditorButtons editor={editor} onDelete={setDeleting} />
            </FormLayout>
          </RecordForm>
        </div>
        {reasons.length > 0 ? (
          <PlainTable
            caption={title}
            columns={COLUMNS}
            rows={reasons}
            onOpen={edit}
            cells={{
              reason: (row) => (
                <Link removeUnderline accessibilityLabel={`Edit ${row.reason}`} onClick={() => edit(row)}>
                  {row.reason}
                </Link>
              ),
              orderInList: ({ orderInList }) => orderInList,
            }}
          />
        ) : (
          <Text as="p" tone="subdued">
            Add the first reason. Reviewers can choose it then.
          </Text>
        )}
      </BlockStack>
      {deleting && (
        <Suspense>
          <ConfirmModal
            title={`Delete “${deleting.reason}”?`}
            confirmLabel="Delete"
            destructive
            onConfirm={() => {
              deletion.run(calls.remove(deleting), "/promo");
              setDeleting(null);
            }}
            onClose={() => setDeleting(null)}
          >
            Reviewers can no longer select it. Submissions that have it keep it. You can't undo this.
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}
