import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PRESENT, stateAt, type ShownVersion } from '../data/paths.ts';
import { whileAwayQuery } from '../data/while-away.ts';
import { Button } from '../ui/button.tsx';

interface SinceLastVisitProps {
  readonly documentId: string;
  readonly onShow: (shown: ShownVersion) => void;
}

/** Entry of the document menu: what others changed during the last absence, however short. Absent when they changed nothing. */
export function SinceLastVisit({ documentId, onShow }: SinceLastVisitProps) {
  const { t } = useTranslation('history');
  const { data: away } = useQuery(whileAwayQuery(documentId));
  if (!away) return null;
  return (
    <Button
      look="quiet"
      className="justify-start"
      onClick={() => onShow({ versionId: PRESENT, beforeId: stateAt(away.seq) })}
    >
      <Clock size={17} aria-hidden="true" />
      <span>{t('away.label')}</span>
    </Button>
  );
}
