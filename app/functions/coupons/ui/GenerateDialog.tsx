import { FormDialog } from "~/ui/form/FormDialog";
import { NumberInput, TextInput } from "~/ui/form/fields";
import { couponCall } from "../function";
import { COUNT_NOT_VALID, MAX_CODE_LENGTH, MAX_GENERATED, PATTERN_NOT_VALID } from "../import";
import type { CouponPool } from "../read-pools.server";

/** Generates codes of a pool. Render it while it is open. */
export default function GenerateDialog({ pool, onClose }: { pool: CouponPool; onClose(): void }) {
  return (
    <FormDialog
      title={`Generate codes of ${pool.name}`}
      submitLabel="Generate"
      call={couponCall("coupons.generate", { id: Number(pool.id) })}
      onClose={onClose}
    >
      <TextInput
        name="pattern"
        label="Pattern"
        maxLength={MAX_CODE_LENGTH}
        helpText="Each # becomes a random digit or letter. Those that are mistaken for each other aren't used."
        placeholder="SPRING-######"
        validate={(pattern) => (/^[^\s,#]*#[^\s,]*$/.test(pattern.trim()) ? undefined : PATTERN_NOT_VALID)}
      />
      <NumberInput
        name="count"
        label="Number of codes"
        maxLength={6}
        helpText="They are added in Shopify by a job, which can be undone."
        validate={(count) =>
          /^\d+$/.test(count) && Number(count) >= 1 && Number(count) <= MAX_GENERATED
            ? undefined
            : COUNT_NOT_VALID
        }
      />
    </FormDialog>
  );
}
