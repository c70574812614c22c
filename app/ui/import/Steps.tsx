import { Text } from "@shopify/polaris";
import styles from "./Steps.module.css";

/** Shows the current step of several. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li key={step} className={styles.step} aria-current={index === current ? "step" : undefined}>
          <Text
            as="span"
            tone={index === current ? undefined : "subdued"}
            fontWeight={index === current ? "semibold" : "regular"}
          >
            {index + 1}. {step}
          </Text>
        </li>
      ))}
    </ol>
  );
}
