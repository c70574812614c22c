import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import { CardHeading } from "~/ui/CardHeading";
import { ActionForm } from "~/ui/form/ActionForm";
import { FormButtons } from "~/ui/form/FormButtons";
import { TextInput } from "~/ui/form/fields";
import { PlainTable } from "~/ui/list/PlainTable";
import { useOperation } from "~/ui/useOperation";
import type { PromoAnswer } from "../promo-form.server";
import type { ReasonRow } from "./rows";
import { useAccepted } from "./useAccepted";
import { useFirstFieldFocus } from "./useFirstFieldFocus";

interface ReasonEditorProps {
  list: "deny" | "loyaltyDeny" | "hold";
  title: string;
  reasons: readonly ReasonRow[];
}

const COLUMNS = [
  { key: "reason", title: "Reason", narrow: "title" },
  { key: "orderInList", title: "Order in list", align: "end" },
] as const;

const MAX_REASON_LENGTH = 255;

/** A list of reasons with its form: to add one, or to edit the one whose row was selected. */
export function ReasonEditor({ list, title, reasons }: ReasonEditorProps) {
  const [edited, setEdited] = useState<ReasonRow | null>(null);
  // Another key empties the form.
  const [round, setRound] = useState(0);
  const fetcher = useFetcher<PromoAnswer>();
  const deletion = useOperation<PromoAnswer>();
  const reset = () => {
    setEdited(null);
    setRound((count) => count + 1);
  };
  useAccepted(fetcher.state === "idle" ? fetcher.data : undefined, reset);
  useAccepted(deletion.isBusy ? undefined : deletion.answer, reset);
  const isBusy = fetcher.state !== "idle" || deletion.isBusy;
  const formKey = `${edited?.id ?? "new"} ${round}`;
  const container = useFirstFieldFocus(formKey);
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title={title} />
        <div ref={container}>
          <ActionForm
            key={formKey}
            fetcher={fetcher}
            action="/promo"
            hidden={
              edited ? { intent: "changeReason", list, id: edited.id } : { intent: "createReason", list }
            }
          >
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
                />
              </FormLayout.Group>
              <FormButtons>
                <Button submit variant="primary" loading={fetcher.state !== "idle"} disabled={isBusy}>
                  {edited ? "Update" : "Add"}
                </Button>
                {edited && (
                  <Button
                    tone="critical"
                    loading={deletion.isBusy}
                    disabled={isBusy}
                    onClick={() => deletion.run({ intent: "deleteReason", list, id: edited.id }, "/promo")}
                  >
                    Delete
                  </Button>
                )}
                <Button disabled={isBusy} onClick={reset}>
                  {edited ? "Cancel" : "Clear"}
                </Button>
              </FormButtons>
            </FormLayout>
          </ActionForm>
        </div>
        {reasons.length > 0 ? (
          <PlainTable
            caption={title}
            columns={COLUMNS}
            rows={reasons}
            cells={{
              reason: (row) => (
                <Link
                  removeUnderline
                  accessibilityLabel={`Edit ${row.reason}`}
                  onClick={() => setEdited(row)}
                >
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
    </Card>
  );
}
