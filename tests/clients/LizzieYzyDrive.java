/* LizzieYzyDrive.java -- LizzieYzy as it is, with its window on a (virtual) display, and katachi
 * as its engines: two for GTP, one that analyses whole games, one that estimates the score.
 *
 *     java -cp CLASSES-OF-LIZZIEYZY:. LizzieYzyDrive FOLDER
 *
 * in a folder with its config.txt.  Prints TAP, leaves pictures of its window in FOLDER.       */
import featurecat.lizzie.Lizzie;
import featurecat.lizzie.analysis.EngineManager;
import featurecat.lizzie.analysis.MoveData;
import featurecat.lizzie.gui.*;
import featurecat.lizzie.rules.Board;
import featurecat.lizzie.rules.BoardData;
import featurecat.lizzie.rules.BoardHistoryNode;
import featurecat.lizzie.rules.Stone;
import java.awt.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

public class LizzieYzyDrive extends Drive
{
    static final int SIZE = 9, AREA = SIZE * SIZE;
    static final Set<Class<?>> NO_TROUBLE = Set.of(GtpConsolePane.class, WaitForAnalysis.class, EstimateResults.class,
                                                   NewGameDialog.class);

    static String folder;

    static String box() { return box(box -> !NO_TROUBLE.contains(box.getClass())); }

    static BoardData shown() { return Lizzie.board.getHistory().getData(); }

    static int moveNumber() { return Lizzie.board.getHistory().getMoveNumber(); }

    static Object part(Object of, String name) throws Exception
    {
        java.lang.reflect.Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    /* Judgements that a view can be drawn of. */
    static boolean sound(List<MoveData> moves)
    {
        for (MoveData m : moves) {
            if (m.coordinate == null || m.playouts < 0 || m.winrate < 0 || m.winrate > 100 || m.policy < 0
                || m.variation == null || !m.variation.get(0).equals(m.coordinate)
                || Math.abs(m.scoreMean) > AREA + 8 || m.scoreStdev < 0)
                return false;
            for (String move : m.variation)
                if (!move.equals("pass") && Board.asCoordinates(move).isEmpty())
                    return false;
        }
        return true;
    }

    interface View { boolean fits(List<MoveData> moves); }

    /* Until LizzieYzy shows moves that fit: lines of the position before may come first. */
    static boolean shows(View view) throws Exception
    {
        return wait(() -> {
            List<MoveData> now = Lizzie.leelaz.getBestMoves();
            return !now.isEmpty() && now.get(0).playouts >= 20 && sound(now) && view.fits(now)
                && !shown().bestMoves.isEmpty();
        });
    }

    static boolean analyses() throws Exception { return shows(moves -> true); }

    static String told()
    {
        StringBuilder text = new StringBuilder(box() + "; move " + moveNumber() + "; ");
        for (MoveData m : Lizzie.leelaz.getBestMoves())
            text.append(m.coordinate + " " + m.playouts + " " + m.winrate + " " + m.scoreMean + ", ");
        return text.toString();
    }

    static int stones(Stone of)
    {
        int n = 0;
        for (Stone stone : Lizzie.board.getStones())
            n += stone == of ? 1 : 0;
        return n;
    }

    static void start() throws Exception
    {
        Lizzie.main(new String[0]);
        tap(wait(() -> Lizzie.leelaz != null && Lizzie.leelaz.isLoaded() && !Lizzie.leelaz.isCheckingVersion),
            "LizzieYzy starts katachi", told());
        tap(wait(() -> !Lizzie.leelaz.recentRulesLine.isEmpty() && Lizzie.leelaz.commandLists.contains("kata-analyze")),
            "it learns its rules and its commands", Lizzie.leelaz.recentRulesLine + Lizzie.leelaz.commandLists);
        tap(Lizzie.leelaz.isKatago, "it takes it for KataGo", "it does not");
        if (!Lizzie.leelaz.isPondering())
            Lizzie.leelaz.togglePonder();
        tap(analyses(), "moves with visits, win rates, scores and lines", told());
        tap(box() == null, "it opens no box", told());
    }

    static void play() throws Exception
    {
        Lizzie.board.place(4, 4);
        tap(shows(moves -> moves.stream().noneMatch(m -> m.coordinate.equals("E5"))),
            "after a move it analyses the new position", told());
        Lizzie.board.previousMove(true);
        tap(moveNumber() == 0 && analyses(), "and after it is taken back", told());
        Lizzie.board.nextMove(true);
        tap(moveNumber() == 1 && shows(moves -> moves.stream().noneMatch(m -> m.coordinate.equals("E5"))),
            "and after it is played again", told());
        Lizzie.board.pass();
        tap(moveNumber() == 2 && analyses(), "and after a pass", told());
        Lizzie.board.previousMove(true);
        tap(moveNumber() == 1 && analyses(), "which is taken back, too", told());
        Thread.sleep(500);
        paint(Lizzie.frame, folder + "/analysis.png");
    }

    static void extras() throws Exception
    {
        Lizzie.config.showKataGoEstimate = Lizzie.config.showKataGoEstimateOnMainbord = true;
        Lizzie.config.showPvVisits = true;
        Lizzie.leelaz.ponder();
        tap(wait(() -> shown().estimateArray != null && shown().estimateArray.size() == AREA),
            "the owner of every point", shown().estimateArray);
        tap(shows(moves -> moves.stream().allMatch(m -> m.pvVisits != null && m.pvVisits.size() == m.variation.size())),
            "the visits of every move of a line", told());
        if (Lizzie.leelaz.supportMovesOwnership)
            tap(shows(moves -> moves.get(0).movesEstimateArray != null
                               && moves.get(0).movesEstimateArray.size() == AREA),
                "owners after each move", told());
        Thread.sleep(500);
        paint(Lizzie.frame, folder + "/owners.png");
        Lizzie.config.showKataGoEstimate = Lizzie.config.showPvVisits = false;
        Lizzie.leelaz.toggleHeatmap(false);
        tap(wait(() -> Lizzie.leelaz.heatcount.size() == AREA && Lizzie.leelaz.heatOwnership.size() == AREA)
            && Lizzie.leelaz.heatwinrate > 0 && Lizzie.leelaz.heatwinrate < 1, "the network's priors and owners",
            Lizzie.leelaz.heatcount);
        Lizzie.leelaz.toggleHeatmap(true);
        tap(analyses(), "then it analyses again", told());
    }

    static void restrict() throws Exception
    {
        String first = Lizzie.leelaz.getBestMoves().get(0).coordinate;
        Lizzie.leelaz.analyzeAvoid("avoid", first, 30);
        tap(shows(moves -> moves.stream().noneMatch(m -> m.coordinate.equals(first))), "a move to avoid is avoided",
            first + ": " + told());
        Lizzie.leelaz.analyzeAvoid("allow", "A1,J9,A9", 1);
        tap(shows(moves -> moves.stream().allMatch(m -> List.of("A1", "J9", "A9").contains(m.coordinate))),
            "only what is allowed", told());
        Lizzie.config.limitPlayout = true;
        Lizzie.config.limitPlayouts = 300;
        Lizzie.leelaz.clear();
        tap(wait(() -> !Lizzie.leelaz.isPondering()), "its limit of visits ends the analysis", told());
        Lizzie.config.limitPlayout = false;
        Lizzie.leelaz.sendCommand("clear_cache");
        Lizzie.leelaz.sendCommand("kata-set-param analysisWideRootNoise 0.1");
        Lizzie.leelaz.setPda("0.5");
        Lizzie.leelaz.getParameterScadule(true);
        tap(wait(() -> Lizzie.leelaz.wrn == 0.1 && Lizzie.leelaz.pda == 0.5), "parameters are set and read",
            Lizzie.leelaz.wrn + " " + Lizzie.leelaz.pda);
        Lizzie.leelaz.sendCommand("kata-set-param analysisWideRootNoise 0");
        Lizzie.leelaz.setPda("0");
        for (String[] rules : new String[][] {{"japanese", "TERRITORY"}, {"chinese", "AREA"}}) {
            Lizzie.leelaz.sendCommand("kata-set-rules " + rules[0]);
            Lizzie.leelaz.getParameterScadule(true);
            tap(wait(() -> Lizzie.leelaz.recentRulesLine.contains(rules[1])), rules[0] + " rules",
                Lizzie.leelaz.recentRulesLine);
        }
    }

    /* A game by its box for new games: human black, one second a move. */
    static void newGame(int handicap) throws Exception
    {
        SwingUtilities.invokeLater(() -> Lizzie.frame.startNewGame());
        Window[] box = {null};
        wait(() -> {
            for (Window w : Window.getWindows())
                if (w instanceof NewGameDialog && w.isVisible())
                    box[0] = w;
            return box[0] != null;
        });
        SwingUtilities.invokeAndWait(() -> {
            try {
                ((JComboBox<?>)part(box[0], "checkBoxPlayerIsBlack")).setSelectedIndex(0);
                ((JComboBox<?>)part(box[0], "textFieldHandicap")).setSelectedItem(handicap);
                ((JTextField)part(box[0], "textTime")).setText("1");
                ((JButton)part(box[0], "okButton")).doClick();
            } catch (Exception e) {
                throw new RuntimeException(e);
            }
        });
    }

    static void partner() throws Exception
    {
        newGame(0);
        tap(wait(() -> Lizzie.frame.isPlayingAgainstLeelaz && Lizzie.frame.allowPlaceStone), "a new game", told());
        Lizzie.board.place(4, 4);
        tap(wait(() -> moveNumber() == 2), "as a partner it answers with a move", told());
        Lizzie.frame.stopAiPlayingAndPolicy();
        for (int type = 0; type < 3; type++) { // byo-yomi, Fischer, absolute
            Lizzie.config.kataTimeSettings = true;
            Lizzie.config.kataTimeType = type;
            Lizzie.config.kataTimeMainTimeMins = type == 2 ? 1 : 0;
            Lizzie.config.kataTimeByoyomiSecs = Lizzie.config.kataTimeFisherIncrementSecs = 1;
            LizzieFrame.sendAiTime(false, Lizzie.leelaz, false);
        }
        Lizzie.config.kataVisitsPlayoutsSettings = true; // without numbers: 2^50 visits
        Lizzie.config.useFreeHandicap = true;
        newGame(3);
        tap(wait(() -> stones(Stone.WHITE) == 1 && stones(Stone.BLACK) == 3),
            "three free stones of handicap and an answer to them", told() + stones(Stone.BLACK));
        Lizzie.frame.stopAiPlayingAndPolicy();
        Lizzie.config.kataTimeSettings = Lizzie.config.useFreeHandicap = false;
        newGame(2);
        tap(wait(() -> stones(Stone.WHITE) == 1 && stones(Stone.BLACK) == 2),
            "two fixed stones of handicap", told() + stones(Stone.BLACK));
        Lizzie.frame.stopAiPlayingAndPolicy();
        Lizzie.config.kataVisitsPlayoutsSettings = false;
    }

    static void anew() throws Exception
    {
        Lizzie.board.clear(false);
        Lizzie.engineManager.reStartEngine();
        tap(wait(() -> Lizzie.leelaz.isLoaded() && !Lizzie.leelaz.isCheckingName), "the engine can be started again",
            told());
        Thread.sleep(1000); // it sends the position to the new one
        if (!Lizzie.leelaz.isPondering())
            Lizzie.leelaz.togglePonder();
        tap(analyses(), "and analyses", told());
        Lizzie.leelaz.komi(0);
        tap(analyses(), "another komi", told());
    }

    /* The empty board and every move. */
    static List<BoardHistoryNode> game()
    {
        List<BoardHistoryNode> game = new ArrayList<>();
        game.add(Lizzie.board.getHistory().getStart());
        while (game.get(game.size() - 1).next().isPresent())
            game.add(game.get(game.size() - 1).next().get());
        return game;
    }

    /* Its "flash analysis": all positions of a game by `katachi analysis`. */
    static void wholeGame() throws Exception
    {
        Lizzie.board.clear(false);
        int[][] at = {{4, 4}, {2, 2}, {6, 2}, {2, 6}, {6, 6}, {4, 2}};
        for (int[] move : at)
            Lizzie.board.place(move[0], move[1]);
        Lizzie.board.pass();
        Lizzie.config.showKataGoEstimate = Lizzie.config.showPvVisits = true;
        Lizzie.config.analysisAlwaysOverride = true;
        if (Lizzie.leelaz.isPondering())
            Lizzie.leelaz.togglePonder();
        for (BoardHistoryNode node : game())
            node.getData().tryToClearBestMoves();
        SwingUtilities.invokeLater(() -> Lizzie.frame.flashAnalyzeGame(true, false));
        tap(wait(LizzieYzyDrive::allAnalysed), "flash analysis of a game by katachi analysis", told());
        Thread.sleep(1500);
        paint(Lizzie.frame, folder + "/flash.png");
        Lizzie.config.showKataGoEstimate = Lizzie.config.showPvVisits = false;
        Lizzie.frame.destroyAnalysisEngine();
    }

    static boolean allAnalysed()
    {
        List<BoardHistoryNode> game = game();
        for (BoardHistoryNode node : game.subList(1, game.size())) {
            BoardData data = node.getData();
            if (data.bestMoves.isEmpty() || !sound(data.bestMoves) || data.getPlayouts() < 30
                || data.estimateArray == null || data.estimateArray.size() != AREA)
                return false;
            for (double owner : data.estimateArray) // all have a decimal point, says its cast
                if (Math.abs(owner) > 1)
                    return false;
        }
        return game.size() == 8;
    }

    static void estimate() throws Exception
    {
        SwingUtilities.invokeLater(() -> Lizzie.frame.countstones(true));
        tap(wait(() -> Lizzie.frame.estimateResults != null && Lizzie.frame.estimateResults.isVisible()
                       && (boolean)part(Lizzie.frame.zen, "hasResult")),
            "the score is estimated by an engine of its own", "it is not");
        Lizzie.frame.zen.shutdown();
    }

    /* Games of one engine against the other, by genmove and by analysis. */
    static void engines() throws Exception
    {
        for (boolean genmove : new boolean[] {true, false}) {
            Lizzie.config.showPreviousBestmovesInEngineGame = true;
            EngineManager manager = Lizzie.engineManager;
            tap(manager.startEngineGame(0, 1, 1, 1, 40, 40, -1, -1, false, 0, "", false, genmove, false, true, 8)
                && wait(() -> moveNumber() >= 8 && !EngineManager.isEngineGame),
                "a game of two engines " + (genmove ? "by genmove" : "by analysis"), told());
        }
    }

    public static void main(String[] arguments)
    {
        folder = arguments[0];
        try {
            start();
            play();
            extras();
            restrict();
            partner();
            anew();
            wholeGame();
            estimate();
            tap(box() == null, "no box has opened", told());
            engines(); // a box tells that the game has ended
        } catch (Throwable e) {
            e.printStackTrace(System.out);
            tap(false, "everything can be done", e);
        }
        end();
    }
}
