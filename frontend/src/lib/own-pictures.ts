/** Pictures stored by the shop have three sizes, whose files differ in one number. */
const OWN_FILE = /^(\/pictures\/[\da-f]+-)\d+(\.jpg)$/;

const inSize = (src: string, pixels: number) => src.replace(OWN_FILE, `$1${pixels}$2`);

/**
 * The srcset of a picture; undefined for a picture on another host. The number is the longer side,
 * which is the one that has to fit, because pictures are shown whole in a box.
 */
export const srcSetOf = (src: string) =>
  OWN_FILE.test(src)
    ? [320, 800, 1600].map((pixels) => `${inSize(src, pixels)} ${pixels}w`).join(', ')
    : undefined;

/** The smallest file of a picture; URLs on other hosts are returned unchanged. */
export const thumbnailOf = (src: string) => inSize(src, 320);
