import { Navigate } from 'react-router';
import { PATHS } from '../data/paths.ts';

export function Component() {
  return <Navigate to={PATHS.documents} replace />;
}
