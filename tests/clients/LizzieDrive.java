/* LizzieDrive.java -- Lizzie as it is, with its window on a (virtual) display, and katachi as its
 * engine.
 *
 *     java -cp CLASSES-OF-LIZZIE:. LizzieDrive katago|leelaz PICTURE
 *
 * in a folder with Lizzie's config.txt, whose engine command poses as that program.  Prints TAP,
 * leaves a picture of the window.                                              */
import featurecat.lizzie.Lizzie;
import featurecat.lizzie.analysis.MoveData;
import featurecat.lizzie.rules.Stone;
import java.util.List;

public class LizzieDrive extends Drive
{
    static final int SIZE = 9;

    static String box() { return box(box -> !box.getClass().getName().startsWith("featurecat")); }

    static List<MoveData> moves() { return Lizzie.leelaz.getBestMoves(); }

    static int moveNumber() { return Lizzie.board.getHistory().getMoveNumber(); }

    /* Judgements that a view can be drawn of. */
    static boolean sound(List<MoveData> moves)
    {
        for (MoveData m : moves) {
            if (m.coordinate == null || m.playouts <= 0 || m.winrate < 0 || m.winrate > 100 || m.variation == null
                || !m.variation.get(0).equals(m.coordinate) || Math.abs(m.scoreMean) > SIZE * SIZE + 8)
                return false;
            for (String move : m.variation)
                if (!move.equals("pass") && Lizzie.board.asCoordinates(move).isEmpty())
                    return false;
        }
        return true;
    }

    interface View { boolean fits(List<MoveData> moves); }

    /* Until Lizzie shows moves that fit: lines of the position before may come first. */
    static boolean shows(View view) throws Exception
    {
        return wait(() -> {
            List<MoveData> now = moves();
            return !now.isEmpty() && now.get(0).playouts >= 20 && view.fits(now);
        });
    }

    static boolean analyses() throws Exception { return shows(LizzieDrive::sound); }

    static String told()
    {
        StringBuilder text = new StringBuilder(box() + "; move " + moveNumber() + "; ");
        for (MoveData m : moves())
            text.append(m.coordinate + " " + m.playouts + " " + m.winrate + " " + m.scoreMean + ", ");
        return text.toString();
    }

    static void start(boolean katago) throws Exception
    {
        Lizzie.main(new String[0]);
        tap(wait(() -> Lizzie.leelaz != null && Lizzie.leelaz.isLoaded()), "Lizzie starts katachi and analyses at once",
            box());
        Thread.sleep(1000);
        tap(box() == null, "it opens no box", told());
        tap(Lizzie.leelaz.isKataGo == katago, "it takes it for " + (katago ? "KataGo" : "Leela Zero"), "it does not");
        tap(analyses(), "moves with visits, win rates and lines", told());
    }

    static void play() throws Exception
    {
        Lizzie.board.place(4, 4);
        tap(shows(moves -> sound(moves) && moves.stream().noneMatch(m -> m.coordinate.equals("E5"))),
            "after a move it analyses the new position", told());
        Lizzie.board.previousMove();
        tap(moveNumber() == 0 && analyses(), "and after it is taken back", told());
        Lizzie.board.nextMove();
        tap(moveNumber() == 1 && analyses(), "and after it is played again", told());
        Lizzie.leelaz.time_settings();
        Lizzie.frame.playerIsBlack = true;
        Lizzie.frame.isPlayingAgainstLeelaz = true;
        Lizzie.leelaz.genmove("W");
        tap(wait(() -> moveNumber() == 2) && Lizzie.board.getStones().length == SIZE * SIZE,
            "as a partner it answers with a move", told());
        Lizzie.board.place(2, 2);
        Lizzie.leelaz.genmove_analyze("W");
        tap(wait(() -> moveNumber() == 4), "and with lz-genmove_analyze", told());
        Lizzie.frame.isPlayingAgainstLeelaz = false;
        Lizzie.leelaz.isThinking = false;
        Lizzie.leelaz.ponder();
        tap(analyses(), "then it analyses again", told());
    }

    static void restrict() throws Exception
    {
        String first = moves().get(0).coordinate;
        Lizzie.leelaz.analyzeAvoid("avoid", "B", first, 30);
        tap(shows(moves -> moves.stream().noneMatch(m -> m.coordinate.equals(first))), "a move to avoid is avoided",
            first + ": " + told());
        Lizzie.leelaz.analyzeAvoid("allow", "B", "A1,J9,A9", 1);
        tap(shows(moves -> moves.stream().allMatch(m -> List.of("A1", "J9", "A9").contains(m.coordinate))),
            "only what is allowed", told());
        Lizzie.leelaz.ponder();
    }

    static void owners() throws Exception
    {
        Lizzie.config.showKataGoEstimate = true;
        Lizzie.leelaz.ponder();
        java.lang.reflect.Field array = Lizzie.leelaz.getClass().getDeclaredField("estimateArray");
        array.setAccessible(true);
        tap(wait(() -> {
                try {
                    return ((List<?>)array.get(Lizzie.leelaz)).size() == SIZE * SIZE;
                } catch (IllegalAccessException e) {
                    return false;
                }
            }), "the owner of every point", array.get(Lizzie.leelaz));
        Lizzie.config.showKataGoEstimate = false; // Lizzie reads owners as part of the last line of moves
    }

    static void beginAnew() throws Exception
    {
        Lizzie.board.clear();
        Lizzie.leelaz.isSettingHandicap = true;
        Lizzie.leelaz.handicap(3);
        tap(wait(() -> stones(Stone.BLACK) == 3), "a handicap of three stones", stones(Stone.BLACK));
        Lizzie.leelaz.restartEngine();
        Thread.sleep(2000); // it has switched analysis on and, once it knows the name, off again
        Lizzie.leelaz.ponder();
        tap(wait(() -> Lizzie.leelaz.isLoaded()) && analyses(), "the engine can be started again", told());
        Lizzie.board.clear();
        Lizzie.leelaz.komi(0);
        tap(analyses() && box() == null, "another komi", told());
    }

    static int stones(Stone of)
    {
        int n = 0;
        for (Stone stone : Lizzie.board.getStones())
            n += stone == of ? 1 : 0;
        return n;
    }

    public static void main(String[] arguments)
    {
        boolean katago = arguments[0].equals("katago");
        try {
            start(katago);
            play();
            paint(Lizzie.frame, arguments[1]);
            restrict();
            if (katago)
                owners();
            beginAnew();
            Lizzie.leelaz.normalQuit();
            tap(box() == null, "it ends without a box", told());
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            tap(false, "everything can be done", e);
        }
        end();
    }
}
