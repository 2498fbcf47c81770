/**
 * The type of a Czech texts file: every key of the English one, and for every plural the two forms that English lacks.
 * `import type { common as source }`, then `export const common: Translated<typeof source>`.
 */
export type Translated<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translated<Source[Key]>;
} & {
  readonly [
    Key in keyof Source as Key extends `${infer Base}_other` ? `${Base}_few` | `${Base}_many` : never
  ]: string;
};
