import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { MAX_TEXT_LENGTH } from "../media-list";
import { MediaPicture } from "./MediaPicture";
import styles from "./TextsEditor.module.css";
import { type TextGroup, type TextItem, useTexts } from "./useTexts";

interface TextsEditorProps {
  groups: readonly TextGroup[];
  /** One product, whose items follow what is stored. Otherwise each product has its title above its items. */
  isLive?: boolean;
}

/** Pictures and videos in a grid, each with a field for its alt text. The save bar saves all. */
export default function TextsEditor({ groups, isLive = false }: TextsEditorProps) {
  const texts = useTexts(groups, isLive);
  const suggested = groups.flatMap((group) =>
    group.items
      .filter((item) => item.newText !== "" && texts.textOf(group, item).trim() === "")
      .map((item) => ({ group, item })),
  );
  return (
    <div className={styles.groups}>
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <Text as="p" tone="subdued">
          Say what a picture shows, for people who can't see it and for search engines.
        </Text>
        {suggested.length > 1 && (
          <Button
            disabled={texts.isSaving}
            onClick={() => {
              for (const { group, item } of suggested) texts.type(group, item, item.newText);
            }}
          >
            {`Use ${suggested.length} suggested texts`}
          </Button>
        )}
      </InlineStack>
      {groups.map((group, index) => (
        <BlockStack key={group.id} gap="200">
          {!isLive && (
            <Text as="h2" variant="headingSm">
              {group.title}
            </Text>
          )}
          <ol className={styles.grid} aria-label={`Texts of ${group.title}`}>
            {group.items.map((item, place) => (
              <TextOfItem
                key={item.id}
                group={group}
                item={item}
                texts={texts}
                isFirst={index === 0 && place === 0}
              />
            ))}
          </ol>
        </BlockStack>
      ))}
    </div>
  );
}

interface TextOfItemProps {
  group: TextGroup;
  item: TextItem;
  texts: ReturnType<typeof useTexts>;
  isFirst: boolean;
}

function TextOfItem({ group, item, texts, isFirst }: TextOfItemProps) {
  const { isSaving, textOf, type, problemOf, isChanged, storedOf } = texts;
  const name = `${item.type === "video" ? "Video" : "Image"} ${item.order}`;
  const text = textOf(group, item);
  const problem = problemOf(group, item);
  return (
    <li className={styles.item}>
      <span className={styles.preview}>
        <MediaPicture key={item.thumbnail ?? ""} url={item.thumbnail} />
      </span>
      <div>
        <TextField
          label={`Alt text of ${name} (optional)`}
          autoComplete="off"
          autoFocus={isFirst}
          multiline={2}
          maxLength={MAX_TEXT_LENGTH}
          placeholder="No alt text"
          disabled={isSaving}
          error={problem}
          helpText={
            !problem && isChanged(group, item) && storedOf(group, item)
              ? `Stored: ${storedOf(group, item)}`
              : undefined
          }
          value={text}
          onChange={(value) => type(group, item, value)}
        />
        {item.newText !== "" && item.newText !== text && (
          <div className={styles.suggestion}>
            <Text as="span" tone="subdued">
              Suggested: {item.newText}
            </Text>
            <Button
              variant="plain"
              disabled={isSaving}
              accessibilityLabel={`Use the suggested text for ${name} of ${group.title}`}
              onClick={() => type(group, item, item.newText)}
            >
              Use
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
