/** PDFs of mozilla/pdf.js that are drawn otherwise than by poppler, with the reason. */
const DECISIONS: Readonly<Record<string, string>> = {
  "bug766086.pdf": "The border of a link isn't drawn.",
  "issue14802.pdf": "The border of a link isn't drawn.",
  "issue16742.pdf": "The two programs clip a slanted shape otherwise.",
  "issue15893_reduced.pdf": "pdf.js can't open it without the password. It is refused with the reason.",
  "auth-event-ef-open.pdf":
    "Only its attachment is locked, but pdf.js can't open it without the password. It is refused with the reason.",
  "bitmap-composite-and-xnor-halftone.pdf": "poppler draws a bar that isn't in the picture.",
  "bitmap-refine-template1-tpgron.pdf": "poppler draws noise in the place of a part of the picture.",
  "bitmap-refine-tpgron.pdf": "poppler draws noise in the place of a part of the picture.",
  "bug1552113.pdf": "poppler draws a box over the text.",
  "issue5244.pdf":
    "Its font isn't in the file, and names its letters by numbers only. The viewer draws it with a font of the reader's machine, the thumbnail doesn't.",
  "issue9915_reduced.pdf": "Each letter is drawn. poppler puts them further apart.",
  "issue18548_reduced.pdf":
    "pdf.js 5.6 can't read its font, 6.5 can. The viewer says that the page looks empty, although it has text.",
  "pr6531_2.pdf":
    "It has a password for users, and an empty one for its owner, with which poppler opens it. pdf.js needs the password. It is refused with the reason.",
  "rc_annotation.pdf":
    "poppler draws an icon for a note. The viewer says that the page has a note that isn't shown.",
  "recursiveCompositGlyf.pdf":
    "pdf.js clips the page to letters of a broken font, and poppler doesn't clip it. The viewer says that the page looks empty, although it has text.",
  "bug1782186.pdf": "pdf.js can't open it without the password. It is refused with the reason.",
  "encrypted-attachment.pdf":
    "Only its attachment is locked, but pdf.js can't open it without the password. It is refused with the reason.",
};

/** Why a PDF is drawn otherwise. Undefined when that isn't decided. */
export const decidedPdf = (name: string): string | undefined => DECISIONS[name];
