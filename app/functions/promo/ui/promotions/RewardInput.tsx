import { Autocomplete } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { useForm } from "~/ui/form/form-context";
import { useFieldError } from "~/ui/form/useFieldError";
import { useLoad } from "~/ui/useLoad";

interface Found {
  list: readonly { id: string; title: string; sku: string | null }[];
}

const SEARCH_AFTER_MS = 300;
const NAME = "rewardVariantId";

/** Finds a variant of the store by its product's title or its SKU. The form sends the variant's number. */
export function RewardInput({ variantId, title }: { variantId: string; title: string }) {
  const { data, load, state } = useLoad<Found>();
  const [text, setText] = useState(title);
  const [chosen, setChosen] = useState(variantId);
  const field = useRef<HTMLInputElement>(null);
  const { busy } = useForm();
  const { error, onBlur } = useFieldError(NAME, chosen, (id) =>
    id ? undefined : "Search for the reward, and select it.",
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
          setChosen(id);
          setText(found.find((one) => one.id === id)?.title ?? "");
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
            onChange={(value) => {
              setText(value);
              setChosen("");
            }}
            onBlur={onBlur}
            error={error}
            readOnly={busy}
            maxLength={255}
            helpText="Search by title or SKU. Customers get one of it, free of charge."
          />
        }
      />
    </>
  );
}
