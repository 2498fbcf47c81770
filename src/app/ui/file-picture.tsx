import { useEffect, useRef, type ImgHTMLAttributes } from 'react';

interface FilePictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> {
  readonly file: Blob;
  readonly alt: string;
}

/** A picture that this page has as a file: its address is nobody else's, and ends with the element. */
export function FilePicture({ file, alt, ...rest }: FilePictureProps) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    if (picture.current) picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img {...rest} ref={picture} alt={alt} />;
}
