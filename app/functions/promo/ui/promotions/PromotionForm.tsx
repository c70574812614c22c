import { useNavigate } from "@remix-run/react";
import { Autocomplete, FormLayout } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { ChoiceKind, SubmissionLimit } from "~/domain/submissions/form-fields";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { DayInput } from "~/ui/form/DayInput";
import { CheckboxInput, SelectInput, TextInput, withChange } from "~/ui/form/fields";
import { useFieldError, useForm } from "~/ui/form/form-context";
import { useStoredValue } from "~/ui/form/useStoredValue";
import { isAccepted } from "~/ui/OperationId";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { useLoad } from "~/ui/useLoad";
import { promoCall } from "../../function";
import type { PromotionView } from "../../schemas";
import { FormTextsInputs, pairsOf } from "./FormTextsInputs";

const OWN_TEXT = "Leave blank for free text.";

const NOT_ASKED = "Leave blank for no question.";

const CHOICES: readonly { kind: ChoiceKind; label: string; ifEmpty?: string }[] = [
  { kind: "retailers", label: "Retailers" },
  { kind: "models", label: "Models" },
  { kind: "methods", label: "Purchasing methods" },
  { kind: "ages", label: "Age ranges", ifEmpty: NOT_ASKED },
  { kind: "genders", label: "Genders", ifEmpty: NOT_ASKED },
  { kind: "countries", label: "Countries" },
  { kind: "states", label: "States of purchase" },
];

const LIMITS: readonly { value: SubmissionLimit; label: string }[] = [
  { value: "address", label: "One per address" },
  { value: "person", label: "One per person" },
  { value: "none", label: "No limit" },
];

const DATE_NOT_VALID = "Enter a date as MM/DD/YYYY, or leave it blank.";

/** The form of a promotion: dates, what customers choose from, and the reward. */
export function PromotionForm({ promotion }: { promotion: PromotionView | null }) {
  const fetcher = useFetcher<ActionAnswer>();
  useListRefresh("promo-promotions");
  const navigate = useNavigate();
  const isDone = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (isDone) navigate("/promo/promotions");
  }, [isDone, navigate]);
  return (
    <FormPage
      title={promotion ? `Edit ${promotion.name}` : "Add promotion"}
      backAction={{ content: "Promotions", url: "/promo/promotions" }}
      fetcher={fetcher}
      action="/promo/promotions"
      call={
        promotion
          ? promoCall("promo.changePromotion", { id: promotion.id, version: promotion.version })
          : promoCall("promo.createPromotion", {})
      }
    >
      <TextInput
        name="name"
        label="Name"
        defaultValue={promotion?.name}
        maxLength={255}
        validate={(text) => (text.trim() ? undefined : "Enter a name.")}
      />
      <FormLayout.Group>
        <DayInput
          name="startDate"
          label="Start date"
          defaultDay={promotion?.startDate ?? ""}
          optional
          problem={DATE_NOT_VALID}
        />
        <DayInput
          name="endDate"
          label="End date"
          defaultDay={promotion?.endDate ?? ""}
          optional
          problem={DATE_NOT_VALID}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        <RewardInput variantId={promotion?.rewardVariantId ?? ""} title={promotion?.rewardTitle ?? ""} />
        <SelectInput
          name="submissionLimit"
          label="Submission limit"
          options={LIMITS}
          defaultValue={promotion?.submissionLimit}
        />
      </FormLayout.Group>
      <CheckboxInput
        name="isLoyalty"
        label="Loyalty order"
        defaultChecked={promotion?.isLoyalty}
        helpText="Submissions appear on the Loyalty Order tab and have their own deny reasons."
      />
      {pairsOf(CHOICES).map((pair) => (
        <FormLayout.Group key={pair[0]?.kind}>
          {pair.map(({ kind, label, ifEmpty = OWN_TEXT }) => (
            <TextInput
              key={kind}
              name={`choices.${kind}`}
              label={label}
              optional
              defaultValue={promotion?.choices[kind].join("\n")}
              multiline={4}
              sent={linesOf}
              helpText={`One per line. ${ifEmpty}`}
            />
          ))}
        </FormLayout.Group>
      ))}
      <FormTextsInputs promotion={promotion} />
    </FormPage>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

interface Found {
  list: readonly { id: string; title: string; sku: string | null }[];
}

/** The variant's number and its title. */
const read = (text: string): [string, string] => JSON.parse(text);

const SEARCH_AFTER_MS = 300;

const NAME = "rewardVariantId";

/** Finds a variant of the store by its product's title or its SKU. The form sends the variant's number. */
function RewardInput({ variantId, title }: { variantId: string; title: string }) {
  const { data, load, state } = useLoad<Found>();
  const reward = useStoredValue(JSON.stringify([variantId, title]), (stored) => read(stored)[1]);
  const [chosen, text] = read(reward.value);
  const set = (id: string, name: string) => reward.setValue(JSON.stringify([id, name]));
  const field = useRef<HTMLInputElement>(null);
  const { busy } = useForm();
  const { error, onBlur } = useFieldError(
    NAME,
    chosen,
    (id) => (id ? undefined : "Search for the reward, and select it."),
    chosen,
  );
  useEffect(() => {
    const timer = setTimeout(
      () => load(`/promo/promotions/rewards?${new URLSearchParams({ q: text.slice(0, 60) })}`),
      SEARCH_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [load, text]);
  const found = data?.list ?? [];
  return (
    <>
      <input ref={field} type="hidden" name={NAME} value={chosen} />
      <Autocomplete
        options={found.map(({ id, title: name, sku }) => ({
          value: id,
          label: sku ? `${name} (${sku})` : name,
        }))}
        selected={chosen ? [chosen] : []}
        onSelect={([id = ""]) => {
          if (busy) return;
          set(id, found.find((one) => one.id === id)?.title ?? "");
          // Nothing was typed, so the form wouldn't notice.
          field.current?.dispatchEvent(new Event("change", { bubbles: true }));
        }}
        loading={state !== "idle" && found.length === 0}
        emptyState="No product of the store matches."
        textField={
          <Autocomplete.TextField
            label="Reward"
            autoComplete="off"
            value={text}
            onChange={(value) => set("", value)}
            onBlur={onBlur}
            error={error}
            readOnly={busy}
            maxLength={255}
            helpText={withChange(
              reward.change,
              "Search by title or SKU. Customers get one of it, free of charge.",
            )}
          />
        }
      />
    </>
  );
}
