import { useNavigate } from "@remix-run/react";
import { BlockStack, Divider, FormLayout, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { CheckboxInput, MoneyInput, NumberInput, SelectInput, TextInput } from "~/ui/form/fields";
import { MomentInput } from "~/ui/form/MomentInput";
import { isAccepted } from "~/ui/OperationId";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { useFetcher } from "~/ui/useFetcher";
import { couponCall } from "../function";
import type { CouponPool } from "../read-pools.server";

const DATE_PROBLEM = "Enter a date and time, such as 12/31/2027 11:59:59 PM.";

const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim());

const POOLS = "/coupons/pools";

/** The form of a pool. @param pool null for a new one */
export function PoolForm({ pool }: { pool: CouponPool | null }) {
  const fetcher = useFetcher<ActionAnswer>();
  useListRefresh("coupons");
  const navigate = useNavigate();
  const isDone = fetcher.state === "idle" && isAccepted(fetcher.data);
  useEffect(() => {
    if (isDone) navigate(POOLS);
  }, [isDone, navigate]);
  const [source, setSource] = useState("new");
  const [existingCode, setExistingCode] = useState("");
  // A new pool sends no emails until an administrator has seen how many it would have sent, and turns it on.
  const [assigns, setAssigns] = useState(pool?.assigns ?? false);
  const [product, setProduct] = useState(pool?.productId ?? "");
  const [tag, setTag] = useState(pool?.tag ?? "");
  const [minimum, setMinimum] = useState(pool?.minimum ?? "");
  const isExisting = pool === null && source === "existing";
  const hasDiscount = pool !== null && pool.discountId !== null;
  return (
    <FormPage
      title={pool === null ? "New pool" : pool.name}
      backAction={{ content: "Coupon pools", url: POOLS }}
      fetcher={fetcher}
      action={POOLS}
      // An existing discount has the name, so no field does.
      call={
        pool === null
          ? couponCall("coupons.createPool", isExisting ? { name: existingCode } : {})
          : couponCall("coupons.changePool", {
              id: pool.id,
              version: pool.version,
              ...(hasDiscount && { name: pool.name }),
            })
      }
    >
      {pool === null && (
        <SelectInput
          name="source"
          label="Discount"
          options={[
            { value: "new", label: "Create a discount with the first codes" },
            { value: "existing", label: "Use a discount that is in Shopify" },
          ]}
          onValue={setSource}
        />
      )}
      {isExisting && (
        <TextInput
          name="existingCode"
          label="One of its codes"
          maxLength={255}
          onValue={setExistingCode}
          validate={(text) => (text.trim() ? undefined : "Enter a code of the discount.")}
        />
      )}
      {hasDiscount && (
        <Text as="p" tone="subdued">
          {`${pool.value}${pool.oncePerCustomer ? ", once per customer" : ""}. Change the discount itself in Shopify. Backroom reads its title, value and dates once an hour.`}
        </Text>
      )}
      {!isExisting && !hasDiscount && <DiscountFields pool={pool} />}
      <Divider />
      <BlockStack gap="100">
        <Text as="h2" variant="headingSm">
          Which paid orders get a coupon
        </Text>
        <Text as="p" tone="subdued">
          An order must meet every condition that is filled in. It gets one coupon of this pool.
        </Text>
      </BlockStack>
      <CheckboxInput
        name="assigns"
        label="Assign and email coupons to paid orders"
        defaultChecked={pool?.assigns ?? false}
        onValue={setAssigns}
      />
      {assigns && <RulePreview product={product} tag={tag} minimum={minimum} />}
      <TextInput
        name="product"
        label="Product"
        optional
        helpText="A SKU, a handle, or the number of a product in the order. Leave blank for any product."
        maxLength={255}
        defaultValue={pool?.productId ?? ""}
        onValue={setProduct}
      />
      <FormLayout.Group>
        <TextInput
          name="tag"
          label="Tag"
          optional
          helpText="Of the order or its customer. Leave blank for any."
          maxLength={255}
          defaultValue={pool?.tag ?? ""}
          onValue={setTag}
        />
        <MoneyInput
          name="minimum"
          label="Minimum order total"
          optional
          helpText="Leave blank for any total."
          defaultValue={pool?.minimum ?? ""}
          onValue={setMinimum}
        />
      </FormLayout.Group>
      <Divider />
      <Text as="h2" variant="headingSm">
        Alert
      </Text>
      <FormLayout.Group>
        <NumberInput
          name="alertLevel"
          label="Email when this many are free"
          optional
          helpText="Leave blank for no alert."
          maxLength={7}
          defaultValue={pool?.alertLevel?.toString() ?? ""}
          validate={(text) => (text.trim() === "" || isWhole(text) ? undefined : "Enter a whole number.")}
        />
        <TextInput
          name="alertTo"
          label="Recipient"
          optional
          helpText={`Leave blank for ${pool === null ? "you" : pool.owner}.`}
          type="email"
          maxLength={254}
          defaultValue={pool?.alertTo ?? ""}
        />
      </FormLayout.Group>
    </FormPage>
  );
}

/** How long the rule must be unchanged before it is previewed. */
const PREVIEW_AFTER_MS = 500;

/** How many orders the rule would have emailed, as it is typed. */
function RulePreview({ product, tag, minimum }: { product: string; tag: string; minimum: string }) {
  const preview = useCall<CallAnswer>();
  const latest = useRef(preview.run);
  latest.current = preview.run;
  useEffect(() => {
    const input = { product, tag, ...(minimum.trim() && { minimum: minimum.trim() }) };
    const timer = setTimeout(
      // The page of one pool posts to that of all of them, as the form does.
      () => latest.current(couponCall("coupons.previewRule", input), POOLS),
      PREVIEW_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [product, tag, minimum]);
  const isCounting = preview.isBusy || !preview.answer;
  // The notice of a refusal has the reason.
  const { text = "The orders of the last 30 days couldn't be counted." } = (preview.answer?.value ?? {}) as {
    text?: string;
  };
  return (
    <div role="status">
      <Text as="p" tone="caution">
        {isCounting ? "Counting the orders of the last 30 days." : text}
      </Text>
    </div>
  );
}

function DiscountFields({ pool }: { pool: CouponPool | null }) {
  return (
    <FormLayout>
      <TextInput
        name="name"
        label="Name"
        helpText="The title of the discount in Shopify."
        maxLength={255}
        defaultValue={pool?.name}
        validate={(text) => (text.trim() ? undefined : "Enter a name.")}
      />
      <FormLayout.Group>
        <NumberInput
          name="percent"
          label="Percent off"
          suffix="%"
          maxLength={3}
          defaultValue={pool?.percent?.toString() ?? ""}
          validate={(text) =>
            text.trim() === "" || (isWhole(text) && Number(text) >= 1 && Number(text) <= 100)
              ? undefined
              : "Enter a whole number from 1 to 100."
          }
        />
        <MoneyInput
          name="amount"
          label="Or amount off"
          helpText="Of the order's total."
          defaultValue={pool?.amount ?? ""}
        />
      </FormLayout.Group>
      <FormLayout.Group>
        <MomentInput
          name="startsAt"
          label="Starts"
          helpText="Leave blank for now."
          problem={DATE_PROBLEM}
          timeOfDay="12:00:00 AM"
          defaultAt={pool?.startsAt}
          optional
        />
        <MomentInput
          name="endsAt"
          label="Ends"
          helpText="Leave blank for never."
          problem={DATE_PROBLEM}
          timeOfDay="11:59:59 PM"
          defaultAt={pool?.endsAt}
          optional
        />
      </FormLayout.Group>
      <CheckboxInput
        name="oncePerCustomer"
        label="Once per customer"
        defaultChecked={pool?.oncePerCustomer ?? true}
      />
    </FormLayout>
  );
}
