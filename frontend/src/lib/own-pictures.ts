/** Pictures that the shop keeps itself come in three sizes, whose files differ in one number. */
const OWN_FILE = /^(\/pictures\/[\da-f]+-)\d+(\.jpg)$/;

const inSize = (src: string, pixels: number) => src.replace(OWN_FILE, `$1${pixels}$2`);

/**
 * The files of a picture, for browsers to choose from; nothing for a picture at another address. The number is
 * that of the longer side, which is what has to fit: pictures stand whole in a box.
 */
export const srcSetOf = (src: string) =>
  OWN_FILE.test(src)
    ? [320, 800, 1600].map((pixels) => `${inSize(src, pixels)} ${pixels}w`).join(', ')
    : undefined;

/** Where the smallest file of a picture is; pictures at other addresses stay what they are. */
export const thumbnailOf = (src: string) => inSize(src, 320);
