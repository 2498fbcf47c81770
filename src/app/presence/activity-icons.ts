import { BookOpen, CloudOff, Moon, PencilLine, TextSelect, type LucideIcon } from 'lucide-react';
import type { Activity } from '../room/company/activity.ts';

export const ACTIVITY_ICONS: Readonly<Record<Activity, LucideIcon>> = {
  typing: PencilLine,
  selecting: TextSelect,
  reading: BookOpen,
  away: Moon,
  unsaved: CloudOff,
};
