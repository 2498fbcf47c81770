import { useEffect, useRef, type ImgHTMLAttributes } from 'react';

interface FilePictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> {
  readonly file: Blob;
  readonly alt: string;
}

/** Shows a local file by an object URL, which is revoked on unmount. */
export function FilePicture({ file, alt, ...rest }: FilePictureProps) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img {...rest} ref={picture} alt={alt} />;
}
