import { BlockStack, Button, ButtonGroup, Checkbox, InlineGrid, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { useForm } from "~/ui/form/form-context";
import { grantableFlags, registry } from "../../registry";

const choices = registry.filter(({ permission }) => grantableFlags.some((flag) => flag === permission));

/** One tick box per function that can be granted, and both ends of the scale as buttons. */
export function FlagChoices({ granted }: { granted: readonly string[] }) {
  const [ticked, setTicked] = useState<readonly string[]>(granted);
  const { busy } = useForm();
  const group = useRef<HTMLFieldSetElement>(null);
  const toggle = (flag: string, on: boolean) =>
    setTicked(on ? [...ticked, flag] : ticked.filter((one) => one !== flag));

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the ticks is told, also one by a button
  useEffect(() => {
    // The save bar listens for the form's own events; setting a tick by a button makes none.
    if (!isFirst.current) group.current?.dispatchEvent(new Event("change", { bubbles: true }));
    isFirst.current = false;
  }, [ticked]);

  return (
    <fieldset ref={group} style={{ border: 0, margin: 0, padding: 0 }}>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Functions
          </Text>
          <ButtonGroup>
            <Button size="micro" disabled={busy} onClick={() => setTicked(grantableFlags)}>
              All
            </Button>
            <Button size="micro" disabled={busy} onClick={() => setTicked([])}>
              None
            </Button>
          </ButtonGroup>
        </InlineStack>
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="300">
          {choices.map(({ permission, menuName, description }) => (
            <Checkbox
              key={menuName}
              name="flags"
              value={String(permission)}
              label={menuName}
              helpText={description}
              checked={ticked.includes(String(permission))}
              onChange={(on) => toggle(String(permission), on)}
            />
          ))}
        </InlineGrid>
      </BlockStack>
    </fieldset>
  );
}
