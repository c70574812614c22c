import { Banner, Button, List, Text } from "@shopify/polaris";
import { MAX_POUNDS, type PackagePlan, type PackedItem, packageWeight, planPackages } from "../return-rules";

interface SplitProposalProps {
  items: readonly (PackedItem & { line: { title: string } })[];
  isBusy: boolean;
  /** Takes the packages: the first one is entered, the others follow one by one. */
  onTake(packages: PackagePlan[]): void;
}

/** How a return that is too heavy for one package is split into several, each with a label of its own. */
export function SplitProposal({ items, isBusy, onTake }: SplitProposalProps) {
  const packages = planPackages(items);
  if (!packages) {
    const heavy = items.find(
      ({ line, quantity }) => quantity > 0 && !line.hasUniqueTracking && line.pounds > MAX_POUNDS,
    );
    return (
      <Banner tone="warning">
        {`One unit of ${heavy?.line.title} is heavier than ${MAX_POUNDS} lb, so UPS doesn’t take it. Set its quantity to 0.`}
      </Banner>
    );
  }
  return (
    <Banner tone="warning" title={`Split it into ${packages.length} returns, each with a label of its own`}>
      <List type="number">
        {packages.map((plan, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: packages have no other name
          <List.Item key={index}>{contentsOf(items, plan)}</List.Item>
        ))}
      </List>
      <Text as="p">
        <Button disabled={isBusy} onClick={() => onTake(packages)}>
          Enter package 1
        </Button>
      </Text>
    </Banner>
  );
}

function contentsOf(items: SplitProposalProps["items"], plan: PackagePlan): string {
  const packed = items
    .map(({ line }) => ({ line, quantity: plan[line.id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0);
  const contents = packed.map(({ line, quantity }) => `${quantity} × ${line.title}`).join(", ");
  return `${contents} (${packageWeight(packed).toFixed(2)} lb)`;
}
