import { Button, InlineStack, Select, TextField } from "@shopify/polaris";
import type { Receipt } from "../schemas";
import { LineTitle } from "./LineTitle";
import styles from "./ReturnsPage.module.css";

/** Dispositions of units. Any other one is the id of the location where they are restocked. */
export const NOT_RESTOCKED = "NOT_RESTOCKED";
export const MISSING = "MISSING";

/** Units of a line with the same disposition. */
export interface Part {
  /** As it was entered. The first part has what the others leave. */
  units: string;
  choice: string;
}

type Line = Receipt["lines"][number];

/** The parts of a line with their units. `quantity` isn't a whole number, or is below 0, where what was entered doesn't fit. */
export function partsOf({ id, quantity }: Line, parts: readonly Part[]) {
  const others = parts.slice(1).map(({ units, choice }) => ({ id, choice, quantity: Number(units) }));
  const left = quantity - others.reduce((sum, part) => sum + part.quantity, 0);
  return [{ id, choice: parts[0]?.choice ?? NOT_RESTOCKED, quantity: left }, ...others];
}

/** Whether what was entered is about each unit once. */
export const isFilled = (parts: readonly { quantity: number }[]): boolean =>
  parts.every(({ quantity }) => Number.isInteger(quantity) && quantity >= 0);

interface ReceivedLineProps {
  line: Line;
  locations: Receipt["locations"];
  parts: readonly Part[];
  isBusy: boolean;
  onChange(parts: Part[]): void;
}

/** A line of a return whose items arrived: a disposition for all of its units, or for some of them another one. */
export function ReceivedLine({ line, locations, parts, isBusy, onChange }: ReceivedLineProps) {
  const { title, variant_title, image_url, sku, quantity, reason } = line;
  const options = [
    ...locations.map(({ id, name }) => ({ value: id, label: `Restock at ${name}` })),
    { value: NOT_RESTOCKED, label: "Don’t restock" },
    { value: MISSING, label: "Missing: not refunded" },
  ];
  const counted = partsOf(line, parts);
  const left = counted[0]?.quantity ?? quantity;
  const change = (index: number, changed: Partial<Part>) =>
    !isBusy && onChange(parts.map((part, place) => (place === index ? { ...part, ...changed } : part)));
  const unitsText = (count: number) => `${count} ${count === 1 ? "unit" : "units"}`;
  const select = (index: number, label: string) => (
    <Select
      label={label}
      labelHidden
      options={options}
      value={parts[index]?.choice}
      onChange={(choice) => change(index, { choice })}
    />
  );
  return (
    <div className={styles.received}>
      <LineTitle
        title={title}
        variantTitle={variant_title}
        imageUrl={image_url}
        facts={[sku, unitsText(quantity), reason]}
      />
      <div className={styles.parts}>
        {select(0, `Disposition of ${title}`)}
        {parts.slice(1).map((part, other) => {
          const index = other + 1;
          const number = counted[index]?.quantity ?? 0;
          const isValid = Number.isInteger(number) && number >= 0 && left >= 0;
          return (
            <div key={index} className={styles.part}>
              <TextField
                label={`Units ${index + 1} of ${title}`}
                labelHidden
                type="number"
                autoComplete="off"
                min={0}
                max={quantity}
                value={part.units}
                error={isValid ? undefined : `At most ${quantity} in all`}
                readOnly={isBusy}
                onChange={(units) => change(index, { units })}
              />
              {select(index, `Disposition of units ${index + 1} of ${title}`)}
              <Button
                variant="plain"
                accessibilityLabel={`Remove units ${index + 1} of ${title}`}
                disabled={isBusy}
                onClick={() => onChange(parts.filter((_part, place) => place !== index))}
              >
                Remove
              </Button>
            </div>
          );
        })}
        {quantity > 1 && (
          <InlineStack gap="200" align="space-between">
            {parts.length > 1 && left >= 0 ? <span>{`${unitsText(left)} as above`}</span> : <span />}
            {parts.length < Math.min(quantity, options.length) && (
              <Button
                variant="plain"
                accessibilityLabel={`Some units differ: ${title}`}
                disabled={isBusy}
                onClick={() => onChange([...parts, { units: "1", choice: NOT_RESTOCKED }])}
              >
                Some units differ
              </Button>
            )}
          </InlineStack>
        )}
      </div>
    </div>
  );
}
